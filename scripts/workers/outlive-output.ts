// The portal keeps running when the reader of its output is gone, such as a closed terminal or a collector of logs that was restarted.
// Without a listener Node ends the process at the second line that it writes to the closed pipe.

export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
