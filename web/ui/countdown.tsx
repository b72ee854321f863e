import { useEffect, useState } from 'react';
import { browserNow } from './browser-now.ts';

const two = (figure: number) => String(figure).padStart(2, '0');

/** Hours if there are any, minutes and seconds. */
function formatLeft(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const short = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? short : `${Math.floor(minutes / 60)}:${short}`;
}

/** Time until an instant (milliseconds since 1970); calls back once at the end. */
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
  const text = left === undefined ? '––:––' : formatLeft(left);
  return <span className="font-semibold tabular-nums">{text}</span>;
}
