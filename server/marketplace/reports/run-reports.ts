// Reports to platforms which vouchers of their orders were used (decision 0540): gathered from the history of orders, sent a few at a time,
// so that one that stalls holds up few others, and tried again for three days.
import type { ParsedInputOf } from '../../../contract/index.ts';
import { NotHere } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { Context } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import { noteMessage } from '../../platform/messages/note-messages.ts';
import { settleDue } from '../../platform/messages/settle-due.ts';
import type { RoomParts } from '../../platform/room.ts';
import { PlatformSilence } from '../pull/ask-platform.ts';
import { accountPurpose } from '../signed/act-for-account.ts';
import type { UseReporter } from './report-port.ts';
import { reportToCtrip } from './report-to-ctrip.ts';
import { reportToGyg } from './report-to-gyg.ts';
import { reportToMeituan } from './report-to-meituan.ts';
import { reportToQunar } from './report-to-qunar.ts';
import {
  type ClaimedUse,
  claimUses,
  gatherUses,
  listReportingOwners,
  markUseFailed,
  markUseReported,
  noteItemReported,
  reportUseAgain,
  type UseProblem,
} from './uses.sql.ts';

/** Each with the name of its address among the settings. */
const reporters: Record<number, { reporter: UseReporter; gateway: string }> = {
  [OrderSource.ctrip]: { reporter: reportToCtrip, gateway: 'ctrip' },
  [OrderSource.ctripPlatform]: { reporter: reportToCtrip, gateway: 'ctrip' },
  [OrderSource.meituan]: { reporter: reportToMeituan, gateway: 'meituan' },
  [OrderSource.qunar]: { reporter: reportToQunar, gateway: 'qunar' },
  [OrderSource.getYourGuide]: { reporter: reportToGyg, gateway: 'getYourGuide' },
};

const most = { atOnce: 24, perRound: 6 };

type Parts = Pick<RoomParts, 'database' | 'vault' | 'clock' | 'log' | 'config'>;
type Ended = { problem: UseProblem | ''; code: string };

export const makeUseReporter = (parts: Parts) =>
  settleDue<ClaimedUse>(parts, {
    most,
    listOwners: listReportingOwners,
    gather: gatherUses,
    claim: claimUses,
    settle: (owner, use) => reportUse(parts, owner, use),
    describeFailure: ({ order_no: orderNo }) => ({ orderNo, text: 'a redemption was not reported to its platform' }),
  });

async function reportUse(parts: Parts, owner: Owner, use: ClaimedUse): Promise<void> {
  const { database: owners, vault, clock, config } = parts;
  const known = reporters[use.source];
  if (!known) throw new Error(`source ${use.source} takes no reports of redemptions`);
  const startedAt = clock();
  const keys = JSON.parse(vault.open(use.secret_sealed, accountPurpose({ owner })));
  const account = {
    ...{ account: use.account, keys, baseUrl: config.gateways[known.gateway], now: startedAt },
    noteReported: (item: string) => noteItemReported(owner, use.order_no, item),
  };
  const { problem, code } = await known.reporter.report(account, use).then(
    (answer): Ended => ({ problem: answer.isGood ? '' : 'refused', code: answer.code }),
    (error: unknown): Ended => {
      if (!(error instanceof PlatformSilence)) throw error;
      return { problem: error.problem, code: error.code };
    },
  );
  const { source, reference, order_no: orderNo } = use;
  const line = { source, reference, orderNo, kind: known.reporter.kindOf(use), direction: 'out', startedAt } as const;
  noteMessage({ owner, owners, clock }, { ...line, code: code || problem, isGood: !problem });
  if (!problem) return markUseReported(owner, use);
  const retryAfter = config.hooks.retrySeconds[use.tries - 1] ?? null;
  await markUseFailed(owner, use, { problem, answer: code, retryAfter });
}

/** Staff have it reported again at once. */
export async function reportAgain(
  { owner }: Context,
  { orderNo }: ParsedInputOf<'consoleChannelUseAgain'>,
): Promise<Record<string, never>> {
  if ((await reportUseAgain(owner, orderNo)) !== 1) throw new NotHere();
  return {};
}
