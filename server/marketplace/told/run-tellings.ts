// Tells platforms which vouchers of their orders were used (decision 0540): gathered from the history of orders, sent a few at a time, so
// that one that stalls holds up few others, and tried again for three days.
import type { ParsedInputOf } from '../../../contract/index.ts';
import { NotHere } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { Context } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import type { RoomParts } from '../../platform/room.ts';
import { noteMessage } from '../messages/note-messages.ts';
import { PlatformSilence } from '../pull/ask-platform.ts';
import { accountPurpose } from '../signed/act-for-account.ts';
import { tellCtrip } from './tell-ctrip.ts';
import { tellMeituan } from './tell-meituan.ts';
import { tellQunar } from './tell-qunar.ts';
import type { UseTeller } from './told-port.ts';
import {
  type ClaimedUse,
  claimUses,
  gatherUses,
  listToldOwners,
  markUseFailed,
  markUseTold,
  tellUseAgain,
  type UseProblem,
} from './uses.sql.ts';

/** Each with the name of its address among the settings. */
const tellers: Record<number, { teller: UseTeller; gateway: string }> = {
  [OrderSource.ctrip]: { teller: tellCtrip, gateway: 'ctrip' },
  [OrderSource.ctripPlatform]: { teller: tellCtrip, gateway: 'ctrip' },
  [OrderSource.meituan]: { teller: tellMeituan, gateway: 'meituan' },
  [OrderSource.qunar]: { teller: tellQunar, gateway: 'qunar' },
};

const most = { atOnce: 24, perOwner: 6 };

type Parts = Pick<RoomParts, 'database' | 'vault' | 'clock' | 'log' | 'config'>;
type Ended = { problem: UseProblem | ''; code: string };

export function makeTeller(parts: Parts) {
  const running = new Set<Promise<void>>();
  let stopping = false;

  async function settle(owner: Owner, use: ClaimedUse): Promise<void> {
    try {
      await tellUse(parts, owner, use);
    } catch (error) {
      // Its claim runs out, and it is told again.
      parts.log.error({ err: error, orderNo: use.order_no }, 'a platform was not told of a voucher');
    }
  }

  return {
    async round(): Promise<void> {
      for (const id of await listToldOwners(parts.database.house)) {
        const owner = parts.database.forOwner(id);
        await gatherUses(owner);
        const room = Math.min(most.perOwner, most.atOnce - running.size);
        if (room <= 0 || stopping) continue;
        for (const use of await claimUses(owner, room)) {
          const run: Promise<void> = settle(owner, use).finally(() => running.delete(run));
          running.add(run);
        }
      }
    },
    async end(): Promise<void> {
      stopping = true;
      await Promise.all(running);
    },
  };
}

async function tellUse(parts: Parts, owner: Owner, use: ClaimedUse): Promise<void> {
  const { database: owners, vault, clock, config } = parts;
  const known = tellers[use.source];
  if (!known) throw new Error(`source ${use.source} is not told of vouchers`);
  const startedAt = clock();
  const keys = JSON.parse(vault.open(use.secret_sealed, accountPurpose({ owner })));
  const account = { account: use.account, keys, baseUrl: config.gateways[known.gateway], now: startedAt };
  const { problem, code } = await known.teller.tell(account, use).then(
    (told): Ended => ({ problem: told.isGood ? '' : 'refused', code: told.code }),
    (error: unknown): Ended => {
      if (!(error instanceof PlatformSilence)) throw error;
      return { problem: error.problem, code: error.code };
    },
  );
  const { source, reference, order_no: orderNo } = use;
  const line = { source, reference, orderNo, kind: known.teller.kind, direction: 'out', startedAt } as const;
  noteMessage({ owner, owners, clock }, { ...line, code: code || problem, isGood: !problem });
  if (!problem) return markUseTold(owner, use);
  const retryAfter = config.hooks.retrySeconds[use.tries - 1] ?? null;
  await markUseFailed(owner, use, { problem, answer: code, retryAfter });
}

/** Staff have it told again at once. */
export async function tellAgain(
  { owner }: Context,
  { orderNo }: ParsedInputOf<'consoleChannelUseAgain'>,
): Promise<Record<string, never>> {
  if ((await tellUseAgain(owner, orderNo)) !== 1) throw new NotHere();
  return {};
}
