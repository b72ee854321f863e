// Gives a marketplace's calls their addresses below its root: a partner's key where the marketplace puts it, what it asks by its schema,
// answers and refusals in its own words. The switch, limits, allowed addresses and log are those of all keys (decision 0360).
import { channelRoots } from '../../contract/calls.ts';
import { NotSignedIn } from '../../domain/errors.ts';
import type { SignedPlatform } from '../../domain/order-sources.ts';
import { noteKeyCall } from '../account/keys/note-calls.ts';
import type { OctoAsking } from '../octo/route.ts';
import { admit, checkTexts } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import { inLane } from '../platform/db.ts';
import type { App, FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { RoomParts } from '../platform/room.ts';
import { askingOf } from './channel-order.ts';

type Schema = {
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: { path: PropertyKey[] }[] } };
};

export type ChannelRoute = {
  method: 'GET' | 'POST';
  path: string;
  /** Of the log of calls. */
  name: string;
  schema: Schema;
  answer(asking: OctoAsking, input: never): unknown;
};

type ChannelAnswer = { status: number /** For the log. */; code: number; body: unknown };

/** What was asked, as far as it could be read. */
export type ChannelCall = { route?: ChannelRoute; body?: unknown };

export type ChannelDoor = {
  channel: Exclude<keyof typeof channelRoots, SignedPlatform>;
  source: number;
  routes: ChannelRoute[];
  /** '' without one. */
  keyOf(request: FastifyRequest): string;
  wrap(data: unknown, call: ChannelCall): unknown;
  describe(error: unknown, call: ChannelCall, context?: Context): ChannelAnswer;
  /** Of a message that cannot be read; `path` is the field. */
  unreadable(path: string): Error;
};

export function bindChannel(app: App, { makeContext }: RoomParts, door: ChannelDoor): void {
  app.register(async (scope) => {
    const routes = scope as unknown as App;
    routes.setErrorHandler((error: object, _request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      const problem = door.describe(status < 500 ? door.unreadable('body') : error, {});
      reply.code(problem.status).send(problem.body);
    });
    // With or without a slash at the end, as the router takes every address.
    for (const route of door.routes)
      routes.route({
        method: route.method,
        url: channelRoots[door.channel] + route.path,
        handler: (request, reply) => answer(door, route, request, reply, makeContext),
      });
  });
}

async function answer(
  door: ChannelDoor,
  route: ChannelRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  makeContext: RoomParts['makeContext'],
) {
  reply.header('cache-control', 'no-store');
  const call = { route, body: request.body };
  let context: Context | undefined;
  try {
    const key = door.keyOf(request);
    if (!key) throw new NotSignedIn();
    request.headers.authorization = `Bearer ${key}`;
    context = { ...(await makeContext(request, reply)), language: 'en' };
    if (!context.key) throw new NotSignedIn();
    admit({ method: route.method, who: 'main', keyed: door.channel }, context);
    const asking = askingOf(context, door.source, context.origin + channelRoots[door.channel]);
    const input = readInput(door, route, request);
    const data = await inLane(route.name, route.method === 'POST', async () => route.answer(asking, input as never));
    noteKeyCall(context, route.name, 200);
    return await reply.code(200).send(door.wrap(data, call));
  } catch (error) {
    const problem = door.describe(error, call, context);
    if (context) noteKeyCall(context, route.name, problem.code);
    return reply.code(problem.status).send(problem.body);
  }
}

function readInput(door: ChannelDoor, { method, schema }: ChannelRoute, request: FastifyRequest): unknown {
  const input = method === 'GET' ? request.query : request.body;
  const whole = { ...(input as object), ...(request.params as Record<string, unknown>) };
  checkTexts(whole, true);
  const parsed = schema.safeParse(whole);
  if (parsed.success) return parsed.data;
  throw door.unreadable(parsed.error.issues[0]?.path.join('.') || 'body');
}
