// The owner's banners on the home page (§2 home): one at a time, turned by buttons, swipe or automatically; paused on request.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { Picture } from '../../parts/page/picture.tsx';
import { useWords } from '../../parts/use-words.ts';
import { MotionButton } from './motion-button.tsx';
import { useMotion, useRotation } from './use-motion.ts';

type Banner = OutputOf<'banners'>['list'][number];

const turnMilliseconds = 7000;
const swipePixels = 40;
const round = 'grid size-11 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75';

export function BannerCarousel({ banners }: { banners: Banner[] }) {
  const { say } = useWords();
  const many = banners.length > 1;
  const motion = useMotion(many);
  const [at, goTo] = useRotation(banners.length, motion.playing, turnMilliseconds);
  const touch = useRef(0);
  if (!banners.length) return null;
  return (
    <section
      aria-roledescription="carousel"
      aria-label={say('marketing.banner.label')}
      className="relative mt-6 overflow-hidden rounded-card"
      {...motion.hold}
      onTouchStart={(event) => {
        touch.current = event.touches[0]?.clientX ?? 0;
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - touch.current;
        if (many && Math.abs(moved) > swipePixels) goTo(moved < 0 ? at + 1 : at - 1);
      }}
    >
      <div className="grid" aria-live={many && !motion.playing ? 'polite' : 'off'}>
        {banners.map((banner, place) => (
          <Slide key={banner.id} banner={banner} place={place} count={banners.length} shown={place === at} />
        ))}
      </div>
      {many && (
        <div className="absolute right-3 bottom-3 flex items-center gap-2">
          <span aria-hidden="true" className="rounded-full bg-black/55 px-3 py-1 text-sm text-white tabular-nums">
            {at + 1} / {banners.length}
          </span>
          <button
            type="button"
            className={round}
            aria-label={say('marketing.banner.previous')}
            onClick={() => goTo(at - 1)}
          >
            <IconChevronLeft aria-hidden="true" className="size-5" />
          </button>
          <button
            type="button"
            className={round}
            aria-label={say('marketing.banner.next')}
            onClick={() => goTo(at + 1)}
          >
            <IconChevronRight aria-hidden="true" className="size-5" />
          </button>
          <MotionButton motion={motion} className={round} />
        </div>
      )}
    </section>
  );
}

type SlideProps = { banner: Banner; place: number; count: number; shown: boolean };

/** All banners are stacked, so that the height is that of the longest; hidden ones cannot be reached. */
function Slide({ banner: { title, text, link, picture }, place, count, shown }: SlideProps) {
  const { say } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide of a carousel is no fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={say('marketing.banner.slide', { at: place + 1, count })}
      inert={!shown}
      className={`relative [grid-area:1/1] transition-opacity duration-500 ${shown ? 'opacity-100' : 'opacity-0'}`}
    >
      <div className="absolute inset-0">
        <Picture picture={picture} sizes="(min-width: 1152px) 1120px, 94vw" alt="" className="h-full" />
        <div className="absolute inset-0 bg-linear-to-t from-black/80 via-black/35 to-black/5" />
      </div>
      <Link
        to={link}
        className={[
          'relative flex min-h-52 flex-col justify-end gap-1 px-5 pt-20 text-white sm:min-h-64 sm:px-10',
          `${count > 1 ? 'pb-18' : 'pb-6'}`,
        ].join(' ')}
      >
        <span className="max-w-2xl text-2xl leading-tight font-bold sm:text-3xl">{title}</span>
        {text && <span className="max-w-xl text-white/90">{text}</span>}
      </Link>
    </div>
  );
}
