// The line of announcements on the home page: one after another, all in a running line, or only the newest, as the owner chose
// (§7 getrolltype). It stands still when paused, pointed at, or when the reader's device asks for less motion.
import { IconSpeakerphone } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../../parts/use-words.ts';
import { MotionButton } from './motion-button.tsx';
import { type Motion, useMotion, useTurns } from './use-motion.ts';

type News = { id: string; title: string };

const turnMilliseconds = 6000;
const pixelsPerSecond = 45;

export function AnnouncementLine({ news, rollType }: { news: News[]; rollType: number }) {
  const { say } = useWords();
  const moves = rollType === 2 ? news.length > 0 : rollType === 1 && news.length > 1;
  const motion = useMotion(moves);
  if (!news.length) return null;
  return (
    <section
      aria-label={say('marketing.notice.title')}
      className="mt-4 flex min-h-11 items-center gap-3 rounded-card bg-tint px-4 py-1 text-sm"
    >
      <IconSpeakerphone aria-hidden="true" className="size-5 shrink-0 text-brand" />
      <div className="flex min-w-0 grow items-center" {...motion.hold}>
        {rollType === 2 ? (
          <Running news={news} motion={motion} />
        ) : (
          <Turning news={rollType === 3 ? news.slice(0, 1) : news} motion={motion} />
        )}
      </div>
      {moves && (
        <MotionButton
          motion={motion}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-brand hover:bg-surface"
        />
      )}
      <Link to={paths.notices()} className="shrink-0 py-2 font-semibold text-brand hover:underline">
        {say('catalog.home.allNews')}
      </Link>
    </section>
  );
}

type LineProps = { news: News[]; motion: Motion };

function Turning({ news, motion }: LineProps) {
  const [at] = useTurns(news.length, motion.playing, turnMilliseconds);
  return (
    <Link to={paths.notices()} className="min-w-0 grow truncate py-2 hover:underline">
      {news[at]?.title}
    </Link>
  );
}

/** The titles twice, so that the second half follows the first without a gap; the second is for eyes only. */
function Running({ news, motion }: LineProps) {
  const line = useRef<HTMLAnchorElement>(null);
  const running = useRef<Animation>(undefined);
  const { still, playing } = motion;
  const titles = news.map((one) => one.title).join('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other titles are another length
  useEffect(() => {
    const element = line.current;
    if (still || !element) return;
    const half = element.scrollWidth / 2;
    const frames = [{ transform: 'translateX(0)' }, { transform: `translateX(-${half}px)` }];
    running.current = element.animate(frames, {
      duration: (half / pixelsPerSecond) * 1000,
      iterations: Number.POSITIVE_INFINITY,
    });
    return () => running.current?.cancel();
  }, [still, titles]);
  useEffect(() => {
    if (playing) running.current?.play();
    else running.current?.pause();
  }, [playing]);
  return (
    <div className={`min-w-0 grow ${still ? 'overflow-x-auto' : 'overflow-hidden'}`}>
      <Link ref={line} to={paths.notices()} className="inline-flex py-2 whitespace-nowrap hover:underline">
        <Titles news={news} />
        {!still && <Titles news={news} hidden />}
      </Link>
    </div>
  );
}

function Titles({ news, hidden }: { news: News[]; hidden?: boolean }) {
  return (
    <span aria-hidden={hidden}>
      {news.map((one) => (
        <span key={one.id} className="pr-12">
          {one.title}
        </span>
      ))}
    </span>
  );
}
