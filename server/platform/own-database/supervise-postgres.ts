// Restarts the built-in PostgreSQL when it ends while the portal runs: at once, a few times a minute, with a message.

export type Supervised = {
  /** Throws when it cannot tell: a process that may open no more files reads nothing about others. */
  isAlive(): boolean;
  /** Resolves when it answers; throws when it could not be started yet. */
  launch(): Promise<void>;
  report(line: string): void;
};

const lookMilliseconds = 250;
const mostPerMinute = 5;

/** Returns a function that ends the supervision and waits for a running start. */
export function supervise({ isAlive, launch, report }: Supervised): () => Promise<void> {
  const startedAt: number[] = [];
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const revive = async () => {
    const began = performance.now();
    while (startedAt[0] !== undefined && startedAt[0] < began - 60_000) startedAt.shift();
    if (startedAt.length >= mostPerMinute) return;
    startedAt.push(began);
    report('The database ended by itself; starting it again …');
    try {
      await launch();
      report(`The database runs again after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    } catch (error) {
      report((error as Error).message);
    }
    if (startedAt.length === mostPerMinute)
      report(`The database was started ${mostPerMinute} times within a minute; the next try comes in a minute.`);
  };
  const round = async () => {
    if (!mayBeAlive(isAlive)) await revive();
    if (stopped) return;
    timer = setTimeout(next, lookMilliseconds);
    timer.unref();
  };
  let running = Promise.resolve();
  const next = () => {
    running = round();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

function mayBeAlive(isAlive: () => boolean): boolean {
  try {
    return isAlive();
  } catch {
    return true;
  }
}
