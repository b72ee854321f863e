// Notifies a merchant: late, several times, or not at all, as a test requires, and again with growing pauses until it accepts.
import { setTimeout as pause } from 'node:timers/promises';
import { postNotice, startRetries } from './retry-notices.ts';

type Message = { about: string; url: string; headers: Record<string, string>; body: string };
export type Delivery = { about: string; attempt: number; status: number; text: string };
export type Manner = { copies?: number | undefined; delaySeconds?: number | undefined };

export type Notifier = {
  /** `write` is called for each attempt. */
  notify(write: (attempt: number) => Message, manner?: Manner): void;
  deliveries: Delivery[];
  muted: boolean;
  /** Messages wait until `release`. */
  hold(): void;
  release(): void;
  stop(): Promise<void>;
};

type Habits = {
  pauseSeconds: readonly number[];
  withinMs: number;
  /** Whether this is the end: taken, or given up after so many attempts. */
  isOver(delivery: Delivery): boolean;
  log(line: string): void;
};

export function startNotifier({ pauseSeconds, withinMs, isOver, log }: Habits): Notifier {
  const retries = startRetries(pauseSeconds);
  let waiting: (() => void)[] | null = null;
  const notifier: Notifier = {
    deliveries: [],
    muted: false,
    stop: retries.stop,
    hold() {
      waiting ??= [];
    },
    release() {
      const held = waiting ?? [];
      waiting = null;
      for (const send of held) send();
    },
    notify(write, manner = {}) {
      if (waiting) return void waiting.push(() => notifier.notify(write, manner));
      const { copies = 1, delaySeconds = 0 } = manner;
      for (let copy = 0; copy < copies; copy += 1)
        retries.begin(async (attempt, stopping) => {
          if (attempt === 1 && delaySeconds)
            await pause(delaySeconds * 1000, undefined, { signal: stopping }).catch(() => undefined);
          if (notifier.muted || stopping.aborted) return true;
          const { about, ...message } = write(attempt);
          if (!message.url) return true;
          const { status, text } = await postNotice({ ...message, withinMs }, stopping);
          const delivery = { about, attempt, status, text: text.slice(0, 200) };
          notifier.deliveries.push(delivery);
          log(`notice ${about} attempt ${attempt}: ${status || 'no answer'}`);
          return isOver(delivery);
        });
    },
  };
  return notifier;
}
