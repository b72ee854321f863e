// Sends what web hooks wait for (decision 0361): gathers the events of orders, claims what is due, sends at most ten at once to each hook,
// so that one that stalls holds up nobody else, and tries again for three days.
import type { Config } from '../../platform/config.ts';
import { inTransaction, type Owner } from '../../platform/db.ts';
import type { RoomParts } from '../../platform/room.ts';
import {
  type ClaimedSending,
  claimSendings,
  gatherEvents,
  listHookOwners,
  markHookFailed,
  markHookSent,
  pauseDead,
} from './hooks.sql.ts';
import { type HookAnswer, postHook } from './post-hook.ts';

const most = { atOnce: 100, perHook: 10 };

export const hookPurpose = (owner: Owner) => `hook ${owner.id}`;
export const octoHeadersPurpose = (owner: Owner) => `octo headers ${owner.id}`;

type Parts = Pick<RoomParts, 'database' | 'vault' | 'jobs' | 'clock' | 'log'> & { config: Pick<Config, 'hooks'> };

/** `round` is repeated by the process; `end` waits for what is being sent. */
export function makeHookSender(parts: Parts) {
  const underWay = new Map<number, number>();
  const running = new Set<Promise<void>>();
  const count = (hook: number, by: number) => underWay.set(hook, (underWay.get(hook) ?? 0) + by);
  const busy = () => [...underWay].filter(([, n]) => n >= most.perHook).map(([hook]) => hook);

  let stopping = false;

  async function deliver(owner: Owner, claimed: ClaimedSending): Promise<void> {
    try {
      await answerFor(parts, owner, claimed);
    } catch (error) {
      // Its claim runs out, and it is sent again.
      parts.log.error({ err: error }, 'a web hook was not settled');
    }
    count(claimed.hook_id, -1);
    // What its order waited with goes at once, then another order's; if this fails, the next round claims it.
    await claim(owner, claimed).catch((error: unknown) =>
      parts.log.error({ err: error }, 'web hooks were not claimed'),
    );
  }

  async function claim(owner: Owner, after?: ClaimedSending): Promise<void> {
    const room = Math.min(most.perHook, most.atOnce - running.size);
    if (room <= 0 || stopping) return;
    const next = after ? await claimSendings(owner, 1, busy(), after) : [];
    for (const one of next.length ? next : await claimSendings(owner, room, busy())) {
      count(one.hook_id, 1);
      const run: Promise<void> = deliver(owner, one).finally(() => running.delete(run));
      running.add(run);
    }
  }

  return {
    async round(): Promise<void> {
      for (const id of await listHookOwners(parts.database.house)) {
        const owner = parts.database.forOwner(id);
        await gatherEvents(owner);
        await claim(owner);
      }
    },
    async end(): Promise<void> {
      stopping = true;
      await Promise.all(running);
    },
  };
}

async function answerFor({ vault, config, clock, jobs }: Parts, owner: Owner, claimed: ClaimedSending): Promise<void> {
  const { retrySeconds, answerSeconds, privately } = config.hooks;
  const { address, message_id: id, tries, hook_id: hookId } = claimed;
  const secret = vault.open(claimed.secret_sealed, hookPurpose(owner));
  const sealed = claimed.octo_headers;
  // Its order was replaced by another, which has messages of its own.
  if (sealed !== null && !octoDataOf(claimed)) return markHookSent(owner, claimed, 0);
  const headers =
    sealed === null ? {} : (JSON.parse(vault.open(sealed, octoHeadersPurpose(owner))) as Record<string, string>);
  const body = sealed === null ? claimed.body : writeOctoBody(claimed);
  const result = await postHook({ address, secret, id, body, headers, now: clock(), privately, answerSeconds });
  if (!result.problem) return markHookSent(owner, claimed, result.answer);
  await inTransaction(owner, async (owner) => {
    await markHookFailed(owner, claimed, { ...result, retryAfter: retrySeconds[tries - 1] ?? null });
    const dead = await pauseDead(owner, hookId, isGone(result) ? 0 : sum(retrySeconds));
    if (!dead) return;
    const { email, account_id: accountId, address: reason } = dead;
    await jobs.send(owner, 'account.mail', { kind: 'hook-paused', email, accountId, language: '', reason });
  });
}

type Told = { type: string; timestamp: string; data: { productId?: string; from?: string; to?: string } };

/** What it is about, by its keys alone; undefined for an order that is none of OCTO's any more. */
function octoDataOf({ body, octo_uuid: uuid }: Pick<ClaimedSending, 'body' | 'octo_uuid'>) {
  const { type, data } = JSON.parse(body) as Told;
  const { productId, from, to } = data;
  if (type === 'stock.changed')
    return {
      notificationType: 'AVAILABILITY_UPDATE',
      data: { productId, localDateStart: from, localDateEnd: to },
    } as const;
  if (productId) return { notificationType: 'PRODUCT_UPDATE', data: { productId } } as const;
  return uuid === null ? undefined : ({ notificationType: 'BOOKING_UPDATE', data: { uuid } } as const);
}

/** The same message in OCTO's words (decisions 0392, 0460), the same bytes at every try. */
function writeOctoBody(claimed: ClaimedSending): string {
  const { message_id: id, hook_id: hookId, body } = claimed;
  const { timestamp: utcCreatedAt } = JSON.parse(body) as Told;
  return JSON.stringify({ id, subscriptionId: String(hookId), utcCreatedAt, ...octoDataOf(claimed) });
}

/** HTTP 410: the receiver says that it is gone for good. */
const isGone = ({ answer }: HookAnswer) => answer === 410;
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
