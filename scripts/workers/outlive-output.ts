// The portal goes on when nobody reads its output any more: a terminal that was closed, a collector of logs that ended. Node would end the
// process with the next line.

export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
