// Renders a page request through the screens' server build. The visitor's context travels beside the request, so that
// loaders can call the same handlers in-process (architecture §2).
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequestHandler, type RequestHandler, type ServerBuild as RouterBuild } from 'react-router';
import type { CallName } from '../../contract/calls.ts';
import { NotHere, NotSignedIn, TooFrequent } from '../../domain/errors.ts';
import { envelopeOf, type MakeContext, type Translate } from './bind.ts';
import type { Context } from './context.ts';
import { originOf } from './http.ts';
import type { PageRequest } from './serve-pages.ts';

export type ServerBuild = RouterBuild;

export type RenderDoors = {
  loadBuild(): Promise<ServerBuild>;
  mode: 'development' | 'production';
  makeContext: MakeContext;
  call(name: CallName, context: Context, input: unknown): Promise<unknown>;
  translate: Translate;
  preserveError: ((error: Error) => void) | undefined;
};

type Visit = { page: PageRequest; context: Context | undefined };

/** What the screens' build exports beside React Router's own parts; its classes are those that screens catch. */
type ScreensEntry = {
  openServerDoor(door: { send(name: CallName, input: unknown): Promise<unknown>; visitor(): unknown }): void;
  CallFailed: new (status: number) => Error;
  CallRefused: new (code: number, msg: string, data: Record<string, unknown>) => Error;
};

export function renderPages(doors: RenderDoors): (page: PageRequest) => Promise<Response> {
  const visits = new AsyncLocalStorage<Visit>();
  // Made once for a build: ranking a hundred routes anew for each page costs a twentieth of it.
  const handlers = new WeakMap<ServerBuild, RequestHandler>();
  const handlerOf = (build: ServerBuild): RequestHandler => {
    const known = handlers.get(build);
    if (known) return known;
    openDoor(build.entry.module as unknown as ScreensEntry, visits, doors);
    const handle = createRequestHandler(build, doors.mode);
    handlers.set(build, handle);
    return handle;
  };
  return async (page) => {
    const handle = handlerOf(await doors.loadBuild());
    const context = page.site ? await doors.makeContext(page.request, page.reply) : undefined;
    if (context) {
      context.language = page.language;
      context.currency = page.currency;
    }
    return visits.run({ page, context }, () => handle(asRequest(page)));
  };
}

function openDoor(entry: ScreensEntry, visits: AsyncLocalStorage<Visit>, doors: RenderDoors): void {
  entry.openServerDoor({
    async send(name, input) {
      const visit = visits.getStore();
      if (!visit?.context) throw new entry.CallFailed(421);
      try {
        return await doors.call(name, visit.context, input);
      } catch (error) {
        if (error instanceof NotSignedIn) throw new entry.CallFailed(401);
        if (error instanceof NotHere) throw new entry.CallFailed(421);
        if (error instanceof TooFrequent) throw new entry.CallFailed(503);
        const { status, body } = envelopeOf(error, visit.context.language, doors.translate, visit.context);
        if (status === 200) throw new entry.CallRefused(body.code, body.msg, body.data as Record<string, unknown>);
        throw new entry.CallFailed(status);
      }
    },
    visitor() {
      const visit = visits.getStore();
      if (!visit) throw new Error('no page is being rendered');
      const { page, context } = visit;
      return {
        configured: page.site !== undefined,
        language: page.language,
        currency: page.currency,
        nonce: page.nonce,
        origin: originOf(page.request),
        path: page.request.url.replace(/\.data(?=\?|$)/, ''),
        signedIn: context?.visitor != null,
        staff: context?.staff != null,
      };
    },
  });
}

function asRequest({ request }: PageRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(new URL(request.url, originOf(request)), { method: request.method, headers });
}
