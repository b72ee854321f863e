// Reports changed places to GetYourGuide (decision 0595): compares due products with the last report and sends the difference, a few
// products at a time. A rejected report stays a difference, so a lost message or a crash loses nothing.
import type { ParsedInputOf } from '../../../contract/index.ts';
import { addDays, todayIn } from '../../../domain/dates.ts';
import { NotHere } from '../../../domain/errors.ts';
import type { OctoAsking } from '../../octo/route.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Owner } from '../../platform/db.ts';
import { noteMessage } from '../../platform/messages/note-messages.ts';
import { settleDue } from '../../platform/messages/settle-due.ts';
import type { RoomParts } from '../../platform/room.ts';
import { listChannelOffers, listChannelPlaces } from '../channel-order.ts';
import { gygSource, sellsThere, showPlace } from '../get-your-guide.ts';
import { PlatformSilence } from '../pull/ask-platform.ts';
import { openContext } from '../pull/open-context.ts';
import { accountPurpose, actForAccount } from '../signed/act-for-account.ts';
import { type CurrentPlace, comparePlaces } from './compare-places.ts';
import { noticeKind, notifyGyg, type SentPlace } from './notify-gyg.ts';
import {
  type ClaimedProduct,
  claimLooks,
  gatherLooks,
  listTellingOwners,
  listToldPlaces,
  markPlacesFailed,
  type PlaceProblem,
  reportPlacesAgain,
  saveTold,
} from './places.sql.ts';

const most = { atOnce: 8, perRound: 3 };
/** As far ahead as it asks by itself. */
const daysAhead = 365;
/** Of one message; the rest goes with the next. How many it takes is not known. */
const mostPlaces = 500;

export const makePlaceReporter = (house: RoomParts) =>
  settleDue<ClaimedProduct>(house, {
    most,
    listOwners: (all) => listTellingOwners(all, gygSource),
    gather: (owner) => gatherLooks(owner, gygSource),
    claim: (owner, room) => claimLooks(owner, gygSource, room),
    settle: (owner, product) => reportProduct(house, owner, product),
    describeFailure: () => ({ orderNo: '', text: 'a change of places was not reported to its platform' }),
  });

/** Empty for a product that is not offered any more. */
async function listCurrent(asking: OctoAsking, ref: string, from: string): Promise<CurrentPlace<SentPlace>[]> {
  const [offer] = await listChannelOffers(asking, ref);
  if (!offer || !sellsThere(offer)) return [];
  const places = await listChannelPlaces(asking, offer, from, addDays(from, daysAhead));
  return places.map((place) => ({
    ...{ place: place.id, sent: showPlace(offer, place), isOver: place.status === 'CLOSED' },
  }));
}

type Ended = { problem: PlaceProblem | ''; answer: string };

async function reportProduct(house: RoomParts, owner: Owner, product: ClaimedProduct): Promise<void> {
  const { vault, config, clock } = house;
  const context = await openContext(house, owner);
  const asking = context && (await actForAccount(context, product, ''));
  const failed = ({ problem, answer }: { problem: PlaceProblem; answer: string }) =>
    markPlacesFailed(owner, product, {
      ...{ problem, answer, retryAfter: config.hooks.retrySeconds[product.tries - 1] },
    });
  // The partner that represents the platform may not order.
  if (!asking) return failed({ problem: 'key', answer: '' });
  const from = todayIn(asking.context.site.zone, clock().getTime());
  const reported = await listToldPlaces<SentPlace>(owner, product, from);
  const changes = comparePlaces(await listCurrent(asking, product.ref, from), reported);
  const list = changes.slice(0, mostPlaces);
  const account = {
    account: product.account,
    keys: JSON.parse(vault.open(product.secret_sealed, accountPurpose({ owner }))),
    baseUrl: config.gateways.getYourGuide,
  };
  const { problem, answer } = list.length
    ? await send(house, owner, product, account, list)
    : { problem: '', answer: '' };
  if (problem) return failed({ problem: problem as PlaceProblem, answer });
  await inTransaction(owner, (trx) => saveTold(trx, product, { list, more: list.length < changes.length, from }));
}

type Account = Parameters<typeof notifyGyg>[0];

async function send(
  { clock, database: owners }: RoomParts,
  owner: Owner,
  { source, ref }: ClaimedProduct,
  account: Account,
  list: { sent: SentPlace }[],
): Promise<Ended> {
  const startedAt = clock();
  const ended = await notifyGyg(
    account,
    ref,
    list.map(({ sent }) => sent),
  ).then(
    (answer): Ended => ({ problem: answer ? 'refused' : '', answer }),
    (error: unknown): Ended => {
      if (!(error instanceof PlatformSilence)) throw error;
      return { problem: error.problem, answer: error.code };
    },
  );
  const line = { source, reference: ref, kind: noticeKind, direction: 'out', startedAt } as const;
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
