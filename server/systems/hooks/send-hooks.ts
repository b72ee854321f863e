// Sends the messages of web hooks (decision 0361): collects the events of orders, claims due messages, sends at most ten at once to each
// hook, so that a slow receiver does not delay others, and retries for three days.
import type { Config } from '../../platform/config.ts';
import { inTransaction, type Owner } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import type { RoomParts } from '../../platform/room.ts';
import { gatherEvents } from './gather-events.sql.ts';
import {
  type ClaimedSending,
  claimSendings,
  type HookKind,
  listHookOwners,
  markHookFailed,
  markHookSent,
  pauseDead,
} from './hooks.sql.ts';
import { type HookAnswer, postHook } from './post-hook.ts';

const most = { atOnce: 100, perHook: 10 };

export const hookPurpose = (owner: Owner) => `hook ${owner.id}`;

type Parts = Pick<RoomParts, 'database' | 'vault' | 'jobs' | 'clock' | 'log'> & { config: Pick<Config, 'hooks'> };

export type HookMessage = { body: string; headers: Record<string, string>; isTriedAgain: boolean };
/** `write` returns undefined if there is nothing to report any more. */
export type HookWriter = {
  kind: HookKind;
  write(owner: Owner, claimed: ClaimedSending): Promise<HookMessage | undefined>;
};

/** Hooks that people created: the stored body is sent unchanged. */
const plainly: HookWriter = {
  kind: 'plain',
  write: async (_, { body }) => ({ body, headers: {}, isTriedAgain: true }),
};

/** `round` is repeated by the process; `end` waits for what is being sent. */
export function makeHookSender(parts: Parts, writer: HookWriter = plainly) {
  const underWay = new Map<number, number>();
  const running = new Set<Promise<void>>();
  const count = (hook: number, by: number) => underWay.set(hook, (underWay.get(hook) ?? 0) + by);
  const busy = () => [...underWay].filter(([, n]) => n >= most.perHook).map(([hook]) => hook);

  let stopping = false;

  async function deliver(owner: Owner, claimed: ClaimedSending): Promise<void> {
    try {
      await answerFor(parts, writer, owner, claimed);
    } catch (error) {
      // Its claim runs out, and it is sent again.
      parts.log.error({ err: error }, 'a web hook was not settled');
    }
    count(claimed.hook_id, -1);
    // The order's next message is sent at once, otherwise another order's; if this fails, the next round claims it.
    await claim(owner, claimed).catch((error: unknown) =>
      parts.log.error({ err: error }, 'web hooks were not claimed'),
    );
  }

  async function claim(owner: Owner, after?: ClaimedSending): Promise<void> {
    const room = Math.min(most.perHook, most.atOnce - running.size);
    if (room <= 0 || stopping) return;
    const next = after ? await claimSendings(owner, writer.kind, { most: 1, busy: busy(), of: after }) : [];
    for (const sending of next.length ? next : await claimSendings(owner, writer.kind, { most: room, busy: busy() })) {
      count(sending.hook_id, 1);
      const run: Promise<void> = deliver(owner, sending).finally(() => running.delete(run));
      running.add(run);
    }
  }

  return {
    async round(): Promise<void> {
      await workThrough(await listHookOwners(parts.database.house), async (id) => {
        const owner = parts.database.forOwner(id);
        if (writer.kind === 'plain') await gatherEvents(owner);
        await claim(owner);
      });
    },
    async end(): Promise<void> {
      stopping = true;
      await Promise.all(running);
    },
  };
}

async function answerFor(
  { vault, config, clock, jobs }: Parts,
  writer: HookWriter,
  owner: Owner,
  claimed: ClaimedSending,
): Promise<void> {
  const { retrySeconds, answerSeconds, privately } = config.hooks;
  const { address, message_id: id, tries, hook_id: hookId } = claimed;
  const sealed = [claimed.secret_sealed, claimed.former_sealed].filter((one) => one !== null);
  const secrets = sealed.map((one) => vault.open(one, hookPurpose(owner)));
  const message = await writer.write(owner, claimed);
  if (!message) return markHookSent(owner, claimed, 0);
  const { body, headers } = message;
  const result = await postHook({ address, secrets, id, body, headers, now: clock(), privately, answerSeconds });
  if (!result.problem) return markHookSent(owner, claimed, result.answer);
  await inTransaction(owner, async (owner) => {
    const retryAfter = message.isTriedAgain ? (retrySeconds[tries - 1] ?? null) : null;
    await markHookFailed(owner, claimed, { ...result, retryAfter });
    const dead = await pauseDead(owner, hookId, isGone(result) ? 0 : sum(retrySeconds));
    if (!dead) return;
    const { email, account_id: accountId, address: reason } = dead;
    await jobs.send(owner, 'account.mail', { kind: 'hook-paused', email, accountId, language: '', reason });
  });
}

/** HTTP 410: the receiver says that it is gone for good. */
const isGone = ({ answer }: HookAnswer) => answer === 410;
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
