// Runs one server as a process of its own, with the settings of the environment.

/** A variable of the environment. Throws where it is not set and has no fallback. */
export function readSetting(name: string, fallback?: string): string {
  const value = process.env[name] ?? fallback;
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export const logToScreen = (line: string): void => console.log(`${new Date().toISOString()} ${line}`);

/** Ends with the process's signals; what went wrong at the start is said in one line. */
export function runAlone(start: () => Promise<{ close(): Promise<void> }>): void {
  start()
    .then((server) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
    })
    .catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
}
