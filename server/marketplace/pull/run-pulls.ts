// Fetches orders from the platforms (decision 0502): every minute for each account, and at once when staff request it.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { OctoAsking } from '../../octo/route.ts';
import type { Context } from '../../platform/context.ts';
import { settleDue } from '../../platform/messages/settle-due.ts';
import type { RoomParts } from '../../platform/room.ts';
import { noteAsking } from '../messages/note-messages.ts';
import { accountPurpose, actForAccount } from '../signed/act-for-account.ts';
import { type ChannelAccountRow, findAccountOf } from '../signed/channel-accounts.sql.ts';
import { PlatformSilence } from './ask-platform.ts';
import { openFliggy } from './fliggy.ts';
import { openMafengwo } from './mafengwo.ts';
import { openContext } from './open-context.ts';
import { pullOrders } from './pull-orders.ts';
import type { PullAccount } from './pull-port.ts';
import { claimPulls, listPullOwners, noteAccount, wakePulled } from './pulled.sql.ts';

type Pulled = OutputOf<'consoleChannelPull'>;

/** Nothing of it throws but what is a fault of ours. */
async function pullAccount(context: Context, account: ChannelAccountRow): Promise<Pulled> {
  const { owner, vault, gateways, now } = context;
  const isFliggy = account.source === OrderSource.fliggy;
  const opening: PullAccount = {
    account: account.account,
    keys: JSON.parse(vault.open(account.secret_sealed, accountPurpose(context))),
    baseUrl: gateways[isFliggy ? 'fliggy' : 'mafengwo'],
    now,
    note: noteAsking(context, account.source),
  };
  let problem = 'odd';
  try {
    const asking = await actForAccount(context, account, '');
    const pulled = asking ? await tryPull(asking, account.source, opening) : { booked: 0, problem: 'key' };
    problem = pulled.problem;
    return pulled;
  } finally {
    await noteAccount(owner, account.source, problem);
  }
}

async function tryPull(asking: OctoAsking, source: number, opening: PullAccount): Promise<Pulled> {
  const platform = source === OrderSource.fliggy ? openFliggy(opening) : openMafengwo(opening);
  try {
    return await pullOrders({ asking, source, platform, log: asking.context.log });
  } catch (error) {
    if (!(error instanceof PlatformSilence)) throw error;
    asking.context.log.warn({ err: error, source }, 'a platform was not asked for its orders');
    return { booked: 0, problem: error.problem };
  }
}

/** How long staff wait for a round that is under way. */
const patience = { tries: 80, milliseconds: 250 };

/** Staff ask now: after a round that is under way. */
export async function pullNow(context: Context, { source }: ParsedInputOf<'consoleChannelPull'>): Promise<Pulled> {
  const { owner } = context;
  if (!(await findAccountOf(owner, source))) throw new NotHere();
  await wakePulled(owner, source);
  for (let tries = 0; tries < patience.tries; tries += 1) {
    const [account] = await claimPulls(owner, source);
    if (account) return pullAccount({ ...context, staff: null, language: 'en' }, account);
    await new Promise((resolve) => setTimeout(resolve, patience.milliseconds));
  }
  return { booked: 0, problem: '' };
}

/** The questions of one round follow one another, so that a silent platform holds each of its accounts for half a minute. */
const most = { atOnce: 24, perRound: 2 };

/** Accounts wait for no other: a platform that is silent to one owner delays neither the other platform nor other owners. */
export const makePuller = (house: RoomParts) =>
  settleDue<{ context: Context; account: ChannelAccountRow }>(house, {
    most,
    listOwners: listPullOwners,
    gather: async () => undefined,
    async claim(owner) {
      const context = await openContext(house, owner);
      return context ? (await claimPulls(owner)).map((account) => ({ context, account })) : [];
    },
    async settle(_, { context, account }) {
      await pullAccount({ ...context, now: house.clock() }, account);
    },
    describeFailure: ({ account: { source } }) => ({ orderNo: '', text: `a round with the platform ${source} failed` }),
  });
