// Whether something may move by itself: never for readers whose device asks for less motion, not while the reader paused it, points
// at it or is inside it by keyboard, and not before the page is alive.
import { useEffect, useState, useSyncExternalStore } from 'react';

const question = '(prefers-reduced-motion: reduce)';

function watch(tell: () => void): () => void {
  const query = matchMedia(question);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

/** True when nothing may move; also while the page is made on the server. */
function useStillness(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(question).matches,
    () => true,
  );
}

export type Motion = {
  still: boolean;
  paused: boolean;
  playing: boolean;
  toggle(): void;
  /** For the element around: pointing at it or being inside holds it. */
  hold: {
    onMouseEnter(): void;
    onMouseLeave(): void;
    onFocus(): void;
    onBlur(): void;
  };
};

export function useMotion(moves: boolean): Motion {
  const still = useStillness();
  const [paused, setPaused] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [inside, setInside] = useState(false);
  return {
    still,
    paused,
    playing: moves && !still && !paused && !pointed && !inside,
    toggle: () => setPaused(!paused),
    hold: {
      onMouseEnter: () => setPointed(true),
      onMouseLeave: () => setPointed(false),
      onFocus: () => setInside(true),
      onBlur: () => setInside(false),
    },
  };
}

/** Counts round and round while playing; the second part goes to a place. */
export function useTurns(count: number, playing: boolean, milliseconds: number): [number, (at: number) => void] {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!playing || count < 2) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAt((now) => (now + 1) % count);
    }, milliseconds);
    return () => clearInterval(timer);
  }, [playing, count, milliseconds]);
  return [count ? at % count : 0, (next) => setAt((next + count) % count)];
}
