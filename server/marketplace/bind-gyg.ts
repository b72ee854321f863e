// Gives GetYourGuide's calls their addresses below /gyg: HTTP Basic with a partner's key as the password, every answer with HTTP 200. The
// switch, limits, allowed addresses and log are those of all keys (decision 0360).
import { gygRoot } from '../../contract/calls.ts';
import { NotSignedIn } from '../../domain/errors.ts';
import { noteKeyCall } from '../account/keys/note-calls.ts';
import type { OctoAsking } from '../octo/route.ts';
import { admit, checkTexts } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import { inLane } from '../platform/db.ts';
import type { App, FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { RoomParts } from '../platform/room.ts';
import { askingOf } from './channel-order.ts';
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
import { GygProblem, tellGyg } from './gyg-problem.ts';

type Route = {
  method: 'GET' | 'POST';
  path: string;
  name: string;
  input: keyof typeof gygInputs;
  answer(asking: OctoAsking, input: never): unknown;
};

const routes: Route[] = [
  ...([
    ['GET', '/get-availabilities', 'gygAvailabilities', 'availabilities', showAvailabilities],
    ['POST', '/reserve', 'gygReserve', 'reserve', reserve],
    ['POST', '/cancel-reservation', 'gygCancelReservation', 'cancelReservation', cancelReservation],
    ['POST', '/book', 'gygBook', 'book', book],
    ['POST', '/cancel-booking', 'gygCancelBooking', 'cancelBooking', cancelGygBooking],
    ['POST', '/notify', 'gygNotify', 'notify', takeNotice],
  ] as const),
  ...([
    ['GET', '/suppliers/:id/products', 'gygProducts', 'supplier', listGygProducts],
    ['GET', '/products/:id', 'gygProduct', 'product', showGygProduct],
    ['GET', '/products/:id/pricing-categories', 'gygCategories', 'product', showPricingCategories],
    ['GET', '/products/:id/addons', 'gygAddOns', 'product', showAddOns],
  ] as const),
].map(([method, path, name, input, answer]) => ({ method, path, name, input, answer }));

export function bindGyg(app: App, { makeContext }: RoomParts): void {
  app.register(async (scope) => {
    const own = scope as unknown as App;
    own.setErrorHandler((error: object, _request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      const problem = status < 500 ? new GygProblem('VALIDATION_FAILURE', 'The request cannot be read') : error;
      reply.code(200).send(tellGyg(problem, 'en').body);
    });
    // With or without a slash at the end, as the router takes every address.
    for (const route of routes)
      own.route({
        method: route.method,
        url: `${gygRoot}/1${route.path}`,
        handler: (request, reply) => answer(route, request, reply, makeContext),
      });
  });
}

/** The name before the colon is the marketplace's own business. */
function keyOf({ headers }: FastifyRequest): string {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '') ?? [];
  const [, key = ''] = /^[^:]*:(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return key;
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  makeContext: RoomParts['makeContext'],
) {
  reply.header('cache-control', 'no-store');
  let context: Context | undefined;
  try {
    const key = keyOf(request);
    if (!key) throw new NotSignedIn();
    request.headers.authorization = `Bearer ${key}`;
    context = { ...(await makeContext(request, reply)), language: 'en' };
    if (!context.key) throw new NotSignedIn();
    admit({ method: route.method, who: 'main', keyed: 'getYourGuide' }, context);
    const asking = askingOf(context, gygSource, context.origin + gygRoot);
    const input = readBody(route, request);
    const data = await inLane(route.name, route.method === 'POST', async () => route.answer(asking, input as never));
    noteKeyCall(context, route.name, 200);
    return await reply.code(200).send({ data });
  } catch (error) {
    const told = tellGyg(error, 'en', context);
    if (context) noteKeyCall(context, route.name, told.code);
    return reply.code(200).send(told.body);
  }
}

function readBody({ method, input }: Route, request: FastifyRequest): unknown {
  const given = method === 'GET' ? request.query : request.body;
  const whole = { ...(given as object), ...(request.params as Record<string, unknown>) };
  checkTexts(whole, true);
  const parsed = gygInputs[input].safeParse(whole);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new GygProblem('VALIDATION_FAILURE', `The request is wrong at: ${path || 'body'}`);
}
