// Fetches orders from the platforms (decision 0502): every minute for each account, and at once when staff request it.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { OctoAsking } from '../../octo/route.ts';
import type { Context } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
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

export function makePuller(house: RoomParts) {
  let running: Promise<void> = Promise.resolve();

  async function pullOwner(owner: Owner): Promise<void> {
    const context = await openContext(house, owner);
    if (!context) return;
    for (const account of await claimPulls(owner))
      await pullAccount({ ...context, now: house.clock() }, account).catch((error: unknown) =>
        house.log.error({ err: error, source: account.source }, 'a round with a platform failed'),
      );
  }

  return {
    round(): Promise<void> {
      running = (async () => {
        await workThrough(await listPullOwners(house.database.house), (id) => pullOwner(house.database.forOwner(id)));
      })();
      return running;
    },
    end: () => running.catch(() => undefined),
  };
}
