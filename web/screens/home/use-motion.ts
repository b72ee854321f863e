// Whether animation may run: never for readers whose device asks for reduced motion, not while the reader paused it, hovers
// it or focuses it by keyboard, and not before hydration.
import { useEffect, useState, useSyncExternalStore } from 'react';

const question = '(prefers-reduced-motion: reduce)';

function watch(onChange: () => void): () => void {
  const query = matchMedia(question);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** True if nothing may move; also in the server's rendering. */
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
  /** For the element around: hovering or focusing it pauses the animation. */
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

/** Counts in a circle while playing; the second element jumps to an index. */
export function useRotation(count: number, playing: boolean, milliseconds: number): [number, (at: number) => void] {
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
