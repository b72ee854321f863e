// Ways between machines that are one machine: each is a port that leads to another one, until it falls silent.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WireOrder } from './run-wires.ts';

export type Wire = {
  port: number;
  /** Takes bytes and connections, and gives no answer. */
  hold(): void;
  /** What was held goes on. */
  mend(): void;
};

export type Wires = { to(port: number): Promise<Wire>; close(): void };

export function openWires(): Wires {
  const child = fork(join(import.meta.dirname, 'run-wires.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const order = (what: WireOrder) => void child.send(what);
  return {
    /** One after the other: an answer says no more than the port. */
    async to(target) {
      const opened = once(child, 'message');
      order({ open: target });
      const [port] = (await opened) as [number];
      return { port, hold: () => order({ hold: port }), mend: () => order({ mend: port }) };
    },
    close: () => child.disconnect(),
  };
}
