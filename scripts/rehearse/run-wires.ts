// The wires of a rehearsal, in a process of their own: what keeps the rehearsal busy for a moment must not look like a broken network.
import { type DatabaseRelay, relayDatabase } from '../../tests/build/relay-database.ts';

export type WireOrder = { open: number } | { hold: number } | { mend: number };

const wires = new Map<number, DatabaseRelay>();

process.on('message', async (order: WireOrder) => {
  if ('hold' in order) return wires.get(order.hold)?.hold();
  if ('mend' in order) return wires.get(order.mend)?.mend();
  const wire = await relayDatabase(`postgres://x@127.0.0.1:${order.open}/x`);
  const port = Number(new URL(wire.url).port);
  wires.set(port, wire);
  process.send?.(port);
});
process.on('disconnect', () => process.exit());
// Ends with the rehearsal, however that ends; signals are for the rehearsal, which still needs its network then.
process.on('SIGINT', () => undefined);
