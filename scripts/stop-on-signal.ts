// A graceful stop: on a signal, or when the launcher that started this process is gone.

/** `isGraceful`: by SIGTERM, as balancers and supervisors do; a person at the keyboard does not wait for a balancer. */
export function stopOnSignal(stop: (isGraceful: boolean) => Promise<void>, exitCode = 0): void {
  let stopping = false;
  const once = async (signal?: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(1), 30_000);
    late.unref();
    try {
      await stop(signal === 'SIGTERM');
      process.exit(exitCode);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once);
  if (process.channel) process.on('disconnect', () => once());
}

/**
 * For a command that opens several things: `close` undoes `closings`, the last first, once, also when a signal comes meanwhile. It then
 * ends with 1, since it did not find out what it was to find out.
 */
export function closeOnSignal(): { closings: (() => unknown)[]; close: () => Promise<void> } {
  const closings: (() => unknown)[] = [];
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      for (const step of closings.reverse()) await step();
    })();
    return closed;
  };
  stopOnSignal(close, 1);
  return { closings, close };
}
