// Places and prices for GetYourGuide by notify-availability-update (decision 0595), in the form of our answers to its requests.
import { addDays } from '../../../domain/dates.ts';
import { listChannelOffers, listChannelPlaces } from '../channel-order.ts';
import { sellsThere, showPlace } from '../get-your-guide.ts';
import { askGyg } from './ask-gyg.ts';
import type { PlaceAdapter } from './place-port.ts';

const kind = 'notify-availability-update';
/** As far ahead as it asks by itself. */
const daysAhead = 365;
/** Of one message. How many it takes is not known. */
const mostPlaces = 500;

export const pushToGyg: PlaceAdapter<ReturnType<typeof showPlace>> = {
  gateway: 'getYourGuide',
  async list(asking, { ref }, from) {
    const [offer] = await listChannelOffers(asking, ref);
    if (!offer || !sellsThere(offer)) return { list: [] };
    const places = await listChannelPlaces(asking, offer, from, addDays(from, daysAhead));
    const list = places.map((place) => ({
      ...{ place: place.id, sent: showPlace(offer, place), isOver: place.status === 'CLOSED' },
    }));
    return { list };
  },
  write({ ref, changes }) {
    const known = changes.slice(0, mostPlaces);
    if (!known.length) return [];
    const availabilities = known.map(({ sent }) => ({ productId: ref, ...sent }));
    return [{ kind, known, send: (account) => askGyg(account, kind, { productId: ref, availabilities }) }];
  },
};
