// The line of announcements on the home page: one after another, all in a running line, or only the newest, as the owner chose
// (§7 getrolltype). It pauses on request, when hovered, or if the reader's device asks for reduced motion.
import { IconSpeakerphone } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../../parts/use-words.ts';
import { MotionButton } from './motion-button.tsx';
import { type Motion, useMotion, useRotation } from './use-motion.ts';

type NoticeLink = { id: string; title: string };

const turnMilliseconds = 6000;
const pixelsPerSecond = 45;

export function AnnouncementLine({ notices, rollType }: { notices: NoticeLink[]; rollType: number }) {
  const { say } = useWords();
  const moves = rollType === 2 ? notices.length > 0 : rollType === 1 && notices.length > 1;
  const motion = useMotion(moves);
  if (!notices.length) return null;
  return (
    <section
      aria-label={say('marketing.notice.title')}
      className="mt-4 flex min-h-11 items-center gap-3 rounded-card bg-tint px-4 py-1 text-sm"
    >
      <IconSpeakerphone aria-hidden="true" className="size-5 shrink-0 text-brand" />
      <div className="flex min-w-0 grow items-center" {...motion.hold}>
        {rollType === 2 ? (
          <Running notices={notices} motion={motion} />
        ) : (
          <Turning notices={rollType === 3 ? notices.slice(0, 1) : notices} motion={motion} />
        )}
      </div>
      {moves && (
        <MotionButton
          motion={motion}
          className="grid size-9 touch:size-11 shrink-0 place-items-center rounded-lg text-brand hover:bg-surface"
        />
      )}
      <Link to={paths.notices()} className="target shrink-0 py-2 font-semibold text-brand hover:underline">
        {say('catalog.home.allNews')}
      </Link>
    </section>
  );
}

type LineProps = { notices: NoticeLink[]; motion: Motion };

function Turning({ notices, motion }: LineProps) {
  const [at] = useRotation(notices.length, motion.playing, turnMilliseconds);
  return (
    <Link to={paths.notices()} className="min-w-0 grow truncate py-2 touch:py-3 hover:underline">
      {notices[at]?.title}
    </Link>
  );
}

/** The titles twice, so that the second half follows the first without a gap; the second is hidden from screen readers. */
function Running({ notices, motion }: LineProps) {
  const line = useRef<HTMLAnchorElement>(null);
  const running = useRef<Animation>(undefined);
  const { still, playing } = motion;
  const titles = notices.map((item) => item.title).join('');
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
      <Link ref={line} to={paths.notices()} className="target py-2 whitespace-nowrap hover:underline">
        <Titles notices={notices} />
        {!still && <Titles notices={notices} hidden />}
      </Link>
    </div>
  );
}

function Titles({ notices, hidden }: { notices: NoticeLink[]; hidden?: boolean }) {
  return (
    <span aria-hidden={hidden}>
      {notices.map((item) => (
        <span key={item.id} className="pr-12">
          {item.title}
        </span>
      ))}
    </span>
  );
}
