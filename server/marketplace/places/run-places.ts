// Reports changed places and prices to platforms (decisions 0595, 0690): compares due products with the last report and sends the
// difference, a few products at a time. A rejected report stays a difference, so a lost message or a crash loses nothing.
import { isDeepStrictEqual } from 'node:util';
import type { ParsedInputOf } from '../../../contract/index.ts';
import { todayIn } from '../../../domain/dates.ts';
import { NotHere } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { Context } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import { noteMessage } from '../../platform/messages/note-messages.ts';
import { settleDue } from '../../platform/messages/settle-due.ts';
import type { RoomParts } from '../../platform/room.ts';
import { PlatformSilence } from '../pull/ask-platform.ts';
import { openContext } from '../pull/open-context.ts';
import { accountPurpose, actForAccount } from '../signed/act-for-account.ts';
import { comparePlaces, type KnownPlace, type Reported } from './compare-places.ts';
import type { PlaceAccount, PlaceAdapter, PlaceMessage } from './place-port.ts';
import {
  type ClaimedProduct,
  claimLooks,
  endLook,
  gatherLooks,
  listOwnersOfPlaces,
  listReportedPlaces,
  markPlacesFailed,
  type PlaceProblem,
  reportPlacesAgain,
  saveKnownPlaces,
  waitForTurn,
} from './places.sql.ts';
import { pushToCtrip } from './push-to-ctrip.ts';
import { pushToGyg } from './push-to-gyg.ts';
import { pushToMeituan } from './push-to-meituan.ts';
import { takeTurn } from './turns.sql.ts';

const adapters: Record<number, PlaceAdapter<Reported>> = {
  [OrderSource.ctrip]: pushToCtrip as PlaceAdapter<Reported>,
  [OrderSource.ctripPlatform]: pushToCtrip as PlaceAdapter<Reported>,
  [OrderSource.meituan]: pushToMeituan as unknown as PlaceAdapter<Reported>,
  [OrderSource.getYourGuide]: pushToGyg as unknown as PlaceAdapter<Reported>,
};

const most = { atOnce: 8, perRound: 3 };

export const makePlaceReporter = (house: RoomParts) =>
  settleDue<ClaimedProduct>(house, {
    most,
    listOwners: listOwnersOfPlaces,
    gather: gatherLooks,
    claim: claimLooks,
    settle: (owner, product) => reportProduct(house, owner, product),
    describeFailure: () => ({ orderNo: '', text: 'a change of places was not reported to its platform' }),
  });

type Ended = { problem: PlaceProblem | ''; answer: string };

async function reportProduct(house: RoomParts, owner: Owner, product: ClaimedProduct): Promise<void> {
  const { vault, config, clock } = house;
  const adapter = adapters[product.source];
  if (!adapter) throw new Error(`source ${product.source} gets no places`);
  const context = await openContext(house, owner);
  const asking = context && (await actForAccount(context, product, ''));
  const failed = ({ problem, answer }: Ended) =>
    markPlacesFailed(owner, product, {
      ...{ problem: problem || 'odd', answer, retryAfter: config.hooks.retrySeconds[product.tries - 1] },
    });
  // The partner that represents the platform may not order.
  if (!asking) return failed({ problem: 'key', answer: '' });
  const from = todayIn(asking.context.site.zone, clock().getTime());
  const [reported, { list: current, problem }] = await Promise.all([
    listReportedPlaces<Reported>(owner, product, from),
    adapter.list(asking, product, from),
  ]);
  if (problem) return failed({ problem, answer: '' });
  const changes = comparePlaces(current, reported);
  const messages = adapter.write({ ref: product.ref, changes, current, reported });
  const account = {
    account: product.account,
    keys: JSON.parse(vault.open(product.secret_sealed, accountPurpose({ owner }))),
    baseUrl: config.gateways[adapter.gateway],
    now: clock(),
  };
  for (const message of messages) {
    if (adapter.limits && !(await takeTurn(owner, product, adapter.limits))) return waitForTurn(owner, product);
    const ended = await send(house, owner, product, account, message);
    if (ended.problem) return failed(ended);
    await saveKnownPlaces(owner, product, message.known);
  }
  await endLook(owner, product, { hasMessages: messages.length > 0, more: isMore(changes, messages), from });
}

/** Whether the messages left out a part of the changes. */
function isMore(changes: KnownPlace<Reported>[], messages: PlaceMessage<Reported>[]): boolean {
  const known = new Map(messages.flatMap((message) => message.known).map(({ place, sent }) => [place, sent]));
  return changes.some(({ place, sent }) => !isDeepStrictEqual(known.get(place), sent));
}

async function send(
  { clock, database: owners }: RoomParts,
  owner: Owner,
  { source, ref }: ClaimedProduct,
  account: PlaceAccount,
  message: PlaceMessage<Reported>,
): Promise<Ended> {
  const startedAt = clock();
  const ended = await message.send(account).then(
    (answer): Ended => ({ problem: answer ? 'refused' : '', answer }),
    (error: unknown): Ended => {
      if (!(error instanceof PlatformSilence)) throw error;
      return { problem: error.problem, answer: error.code };
    },
  );
  const line = { source, reference: ref, kind: message.kind, direction: 'out', startedAt } as const;
  noteMessage(
    { owner, owners, clock },
    { ...line, code: ended.answer || ended.problem || 'OK', isGood: !ended.problem },
  );
  return ended;
}

/** Staff request another report at once. */
export async function resendPlaces(
  { owner }: Context,
  { source, ref }: ParsedInputOf<'consoleChannelPlacesAgain'>,
): Promise<Record<string, never>> {
  if ((await reportPlacesAgain(owner, source, ref)) !== 1) throw new NotHere();
  return {};
}
