// Renders a page request through the screens' server build. The visitor's context travels beside the request, so that
// loaders can call the same handlers in-process (ARCHITECTURE.md, rooms and doors).
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequestHandler, type RequestHandler, type ServerBuild as RouterBuild } from 'react-router';
import type { CallName } from '../../../contract/calls.ts';
import { readListAddress } from '../../../contract/read-query.ts';
import { NotHere, NotSignedIn } from '../../../domain/errors.ts';
import type { Context } from '../context.ts';
import { DatabaseAway } from '../database/detect-outage.ts';
import { envelopeOf, type Translate } from '../edge/write-envelope.ts';
import { firstPartOf, listParts } from './pick-routes.ts';
import { PersonNeeded, type Rendered, type SharedVisit } from './share-page.ts';

export type ServerBuild = RouterBuild;

export type RenderDoors = {
  loadBuild(): Promise<ServerBuild>;
  mode: 'development' | 'production';
  call(name: CallName, context: Context, input: unknown): Promise<unknown>;
  translate: Translate;
  /** Takes what went wrong while a page was rendered. */
  report(error: unknown): void;
};

/** All input of a page: rendering reads nothing else of the request. Without a context the host is unknown. */
export type PageToRender = Omit<SharedVisit, 'site'> & {
  site: SharedVisit['site'] | undefined;
  context: Context | undefined;
  nonce: string;
  method: string;
  headers: Record<string, string | string[] | undefined>;
};

type Visit = PageToRender & { outage: DatabaseAway | undefined; retryAfterSeconds: number | undefined };

const dataEnding = /\.data(?=\?|$)/;

/** The page's own address, without what the browser adds when it asks for its data. */
function pageAddress(address: string): string {
  if (!dataEnding.test(address)) return address;
  const [path = '', query = ''] = address.replace(dataEnding, '').split(/\?(.*)/s);
  const parameters = query.split('&').filter((part) => part && !part.startsWith('_routes='));
  return parameters.length ? `${path}?${parameters.join('&')}` : path;
}

/** Exports of the screens' build besides React Router's; its classes are those that screens catch. */
type ScreensEntry = {
  openServerDoor(door: {
    send(name: CallName, input: unknown): Promise<unknown>;
    visitor(): unknown;
    readListQuery: typeof readListAddress;
    report(error: unknown): void;
  }): void;
  CallFailed: new (status: number, msg?: string) => Error;
  CallRefused: new (code: number, msg: string, data: Record<string, unknown>) => Error;
};

export function renderPages(doors: RenderDoors): (page: PageToRender) => Promise<Rendered> {
  const visits = new AsyncLocalStorage<Visit>();
  // Made once per build and first part of addresses: ranking routes for each page costs a twentieth of it.
  const handlers = new WeakMap<ServerBuild, (address: string) => RequestHandler>();
  const makeHandlers = (build: ServerBuild) => {
    openDoor(build.entry.module as unknown as ScreensEntry, visits, doors);
    const parts = listParts(build);
    const made = new Map<string | undefined, RequestHandler>();
    return (address: string): RequestHandler => {
      const first = firstPartOf(address);
      const part = first === undefined || parts.has(first) ? first : '';
      let handler = made.get(part);
      if (!handler) {
        handler = createRequestHandler((part !== undefined && parts.get(part)?.()) || build, doors.mode);
        made.set(part, handler);
      }
      return handler;
    };
  };
  const handlerOf = (build: ServerBuild, address: string): RequestHandler => {
    const known = handlers.get(build) ?? makeHandlers(build);
    handlers.set(build, known);
    return known(address);
  };
  return async (page) => {
    const handle = handlerOf(await doors.loadBuild(), page.address);
    const visit: Visit = { ...page, outage: undefined, retryAfterSeconds: undefined };
    const answer = await visits.run(visit, () => handle(asRequest(page)));
    // A page without the database is an error page; a data request of the browser's navigation gets the error in its format.
    if (visit.outage && !dataEnding.test(page.address)) throw visit.outage;
    if (answer.status === 503 && visit.retryAfterSeconds)
      answer.headers.set('retry-after', String(visit.retryAfterSeconds));
    return readAnswer(answer, page.nonce);
  };
}

/** `wholePage`: the text of a page that was rendered at once, with an answer that has no body. */
async function readAnswer(answer: Response & { wholePage?: string }, nonce: string): Promise<Rendered> {
  const { status, headers } = answer;
  // If even the error page could not be rendered, the screens answer with a line of plain text.
  if (status >= 500 && headers.get('content-type')?.startsWith('text/plain')) throw new Error('the screens failed');
  if (!headers.get('content-type')?.startsWith('text/html'))
    return { status, headers, nonce, page: undefined, bytes: Buffer.from(await answer.arrayBuffer()) };
  return { status, headers, nonce, page: answer.wholePage ?? (await answer.text()), bytes: undefined };
}

function openDoor(entry: ScreensEntry, visits: AsyncLocalStorage<Visit>, doors: RenderDoors): void {
  entry.openServerDoor({
    async send(name, input) {
      const visit = visits.getStore();
      if (!visit?.context) throw new entry.CallFailed(421);
      try {
        return await doors.call(name, visit.context, input);
      } catch (error) {
        // This answer is dropped: the page is rendered again for this visitor.
        if (error instanceof PersonNeeded) throw new Response(null, { status: 500 });
        if (error instanceof NotSignedIn) throw new entry.CallFailed(401);
        if (error instanceof NotHere) throw new entry.CallFailed(421);
        if (error instanceof DatabaseAway) visit.outage = error;
        const refusal = envelopeOf(error, visit.context.language, doors.translate, visit.context);
        const { status, body } = refusal;
        visit.retryAfterSeconds ??= refusal.retryAfterSeconds;
        if (status === 200) throw new entry.CallRefused(body.code, body.msg, body.data as Record<string, unknown>);
        throw new entry.CallFailed(status, status === 503 ? body.msg : undefined);
      }
    },
    visitor() {
      const page = visits.getStore();
      if (!page) throw new Error('no page is being rendered');
      const { context } = page;
      return {
        configured: page.site !== undefined,
        language: page.language,
        currency: page.currency,
        proposed: page.proposed,
        nonce: page.nonce,
        origin: page.origin,
        path: pageAddress(page.address),
        signedIn: context?.visitor != null,
        staff: context?.staff != null,
        now: context?.now.getTime() ?? Date.now(),
      };
    },
    readListQuery: readListAddress,
    report: doors.report,
  });
}

function asRequest({ address, origin, method, headers: sent }: PageToRender): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) if (typeof value === 'string') headers.set(name, value);
  return new Request(new URL(origin + address), { method, headers });
}
