// GetYourGuide's calls below /gyg: HTTP Basic with a partner's key as the password, every answer with HTTP 200.
import type { FastifyRequest } from '../platform/http.ts';
import type { ChannelDoor, ChannelRoute } from './bind-channel.ts';
import {
  book,
  cancelGygBooking,
  cancelReservation,
  gygInputs,
  gygSource,
  listGygProducts,
  reserve,
  showAddOns,
  showAvailabilities,
  showGygProduct,
  showPricingCategories,
  takeNotice,
} from './get-your-guide.ts';
import { GygProblem, gygAnswerOf } from './gyg-problem.ts';

const routes: ChannelRoute[] = [
  ...([
    ['GET', '/1/get-availabilities', 'gygAvailabilities', gygInputs.availabilities, showAvailabilities],
    ['POST', '/1/reserve', 'gygReserve', gygInputs.reserve, reserve],
    ['POST', '/1/cancel-reservation', 'gygCancelReservation', gygInputs.cancelReservation, cancelReservation],
    ['POST', '/1/book', 'gygBook', gygInputs.book, book],
    ['POST', '/1/cancel-booking', 'gygCancelBooking', gygInputs.cancelBooking, cancelGygBooking],
    ['POST', '/1/notify', 'gygNotify', gygInputs.notify, takeNotice],
  ] as const),
  ...([
    ['GET', '/1/suppliers/:id/products', 'gygProducts', gygInputs.supplier, listGygProducts],
    ['GET', '/1/products/:id', 'gygProduct', gygInputs.product, showGygProduct],
    ['GET', '/1/products/:id/pricing-categories', 'gygCategories', gygInputs.product, showPricingCategories],
    ['GET', '/1/products/:id/addons', 'gygAddOns', gygInputs.product, showAddOns],
  ] as const),
].map(([method, path, name, schema, answer]) => ({ method, path, name, schema, answer }));

/** The name before the colon is the marketplace's own business. */
function keyOf({ headers }: FastifyRequest): string {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '') ?? [];
  const [, key = ''] = /^[^:]*:(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return key;
}

export const gygDoor: ChannelDoor = {
  ...{ channel: 'getYourGuide', source: gygSource, routes, keyOf },
  wrap: (data) => ({ data }),
  describe: (error, _asked, context) => ({ status: 200, ...gygAnswerOf(error, 'en', context) }),
  unreadable: (path) => new GygProblem('VALIDATION_FAILURE', `The request is wrong at: ${path}`),
};
