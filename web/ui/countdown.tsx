import { useEffect, useState } from 'react';
import { browserNow } from './browser-now.ts';

/** Minutes and seconds until an instant (milliseconds since 1970); reports once when it is over. */
export function Countdown({ until, onEnd }: { until: number; onEnd?(): void }) {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    let reported = false;
    const tick = () => {
      const seconds = Math.max(0, Math.round((until - browserNow()) / 1000));
      setLeft(seconds);
      if (seconds === 0 && !reported) {
        reported = true;
        onEnd?.();
      }
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until, onEnd]);
  const text =
    left === undefined
      ? '––:––'
      : `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
  return <span className="font-semibold tabular-nums">{text}</span>;
}
