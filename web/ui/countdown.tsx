import { useEffect, useState } from 'react';
import { browserNow, serverNow } from './browser-now.ts';

const two = (figure: number) => String(figure).padStart(2, '0');

/** Hours if there are any, minutes and seconds. */
function formatLeft(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const short = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? short : `${Math.floor(minutes / 60)}:${short}`;
}

/**
 * The server sends whole minutes, and a page may take some time to start: a browser's clock that agrees with that counts, and another one
 * is set to the middle of the minute.
 */
function clockNow(): number {
  const browserTime = browserNow();
  const server = serverNow() ?? browserTime;
  const agrees = server <= browserTime && server > browserTime - 180_000;
  return agrees ? browserTime : server + 30_000;
}

/** What is over is closed by the server a few seconds later. */
const againSeconds = 5;

/** Time until an instant (milliseconds since 1970); calls back at the end, and again while it is still shown. */
export function Countdown({ until, onEnd }: { until: number; onEnd?(): void }) {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    let next = 0;
    const tick = () => {
      const seconds = Math.ceil((until - clockNow()) / 1000);
      setLeft(Math.max(0, seconds));
      if (seconds > next) return;
      next = seconds - againSeconds;
      onEnd?.();
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until, onEnd]);
  const text = left === undefined ? '––:––' : formatLeft(left);
  return <span className="font-semibold tabular-nums">{text}</span>;
}
