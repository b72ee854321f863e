// An open loop: requests leave at their rate, whether the ones before were answered or not.
import type { Mixture, Outcome } from './ask-mix.ts';

/** Times are milliseconds from when a request should have left. */
export type Poured = {
  sent: number;
  good: number[];
  /** How many of each kind these are. */
  goodOf: Mixture;
  refused: number[];
  /** Whether each 503 said when to come again. */
  hasRetryAfter: boolean;
  /** Everything else, by its kind. */
  others: Map<string, number>;
  /** Until the last answer. */
  seconds: number;
};

/** Above this many without an answer the machine that asks would be measured, not the house. */
const mostOpen = 20_000;

export async function pour(ask: () => Promise<Outcome>, perSecond: number, seconds: number): Promise<Poured> {
  const goodOf: Mixture = { search: 0, product: 0, check: 0, order: 0 };
  const poured: Poured = { sent: 0, good: [], goodOf, refused: [], hasRetryAfter: true, others: new Map(), seconds };
  const began = performance.now();
  const open = new Set<Promise<void>>();
  const note = (kind: string) => poured.others.set(kind, (poured.others.get(kind) ?? 0) + 1);
  const send = async (due: number) => {
    try {
      const { kind, status, retryAfter } = await ask();
      const took = performance.now() - due;
      if (status === 200) {
        poured.good.push(took);
        goodOf[kind] += 1;
      } else if (status === 503) {
        poured.refused.push(took);
        if (!retryAfter) poured.hasRetryAfter = false;
      } else note(`answered ${status}`);
    } catch (error) {
      note(
        (error as Error).name === 'TimeoutError' ? 'no answer in 30 s' : `no connection: ${(error as Error).message}`,
      );
    }
  };
  while (performance.now() - began < seconds * 1000) {
    const dueNow = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; poured.sent < dueNow && open.size < mostOpen; poured.sent += 1) {
      const sent = send(began + (poured.sent / perSecond) * 1000).finally(() => open.delete(sent));
      open.add(sent);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(open);
  poured.seconds = (performance.now() - began) / 1000;
  return poured;
}
