// The only way for screens to get data: one typed `send`. In the browser it is fetch; while rendering on the server it is the
// in-process handler, bound by main.ts, with the visitor's context. Both behave the same for a screen.
import type { CallName, CallRow } from '../contract/calls.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { KnownValues, ListAddress, ListCall } from '../contract/read-query.ts';
import { shopRows } from '../contract/rows-shop.ts';
import { sealCall } from '../contract/seal-call.ts';
import type { Currency } from '../domain/currencies.ts';
import type { Language } from '../domain/languages.ts';
import { paths } from '../domain/paths.ts';
import { signInFor } from '../domain/safe-path.ts';
import { fillPath } from '../domain/write-address.ts';
import { randomName } from './ui/random-name.ts';
import { readWayIn } from './way-in.ts';

/** A refusal of the catalogue (§8): `msg` is in the reader's language; `fields` are messages per field. */
export class CallRefused extends Error {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;

  constructor(code: number, msg: string, data: Record<string, unknown> = {}) {
    super(msg);
    this.name = 'CallRefused';
    this.code = code;
    this.msg = msg;
    this.data = data;
  }

  get fields(): Record<string, string> {
    return (this.data.fields as Record<string, string> | undefined) ?? {};
  }
}

/** HTTP answers with a separate meaning: 401, 421, 503, 5xx (§8). */
export class CallFailed extends Error {
  readonly status: number;
  /** The server's message for it, if there is one. */
  readonly msg: string | undefined;

  constructor(status: number, msg?: string) {
    super(`call failed with ${status}`);
    this.name = 'CallFailed';
    this.status = status;
    this.msg = msg;
  }
}

/** Instead of an HTTP status: a secret call in a browser that seals nothing, because the page came without https. */
export const notSecure = 0;

/** The visitor who requests a page; the server derives it from host, cookies and query. */
export type VisitorView = {
  configured: boolean;
  language: Language;
  currency: Currency;
  /** The currency of the browser's region, if a first visit is offered it (decision 0585). */
  proposed: Currency | null;
  nonce: string;
  /** Absolute address of the site, without a slash at the end. */
  origin: string;
  path: string;
  signedIn: boolean;
  staff: boolean;
  /** The moment of the request, in milliseconds since 1970. */
  now: number;
};

export type ServerDoor = {
  send<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  visitor(): VisitorView;
  readListQuery(name: ListCall, params: URLSearchParams, known?: KnownValues): ListAddress;
  /** Writes an error of rendering to the log. */
  report(error: unknown): void;
};

let door: ServerDoor | undefined;

/** Called once by main.ts through the server build. */
export function openServerDoor(opened: ServerDoor): void {
  door = opened;
}

/** The visitor of the page being rendered; only in loaders. */
export function visitor(): VisitorView {
  if (!door) throw new Error('only while rendering on the server');
  return door.visitor();
}

/**
 * What of an address a list's call understands, and its fields; only in loaders. The server reads it with the schemas that it has: a second
 * copy of them beside the screens would cost each process 7 MB.
 */
export function readListQuery(name: ListCall, params: URLSearchParams, known?: KnownValues): ListAddress {
  if (!door) throw new Error('only while rendering on the server');
  return door.readListQuery(name, params, known);
}

/** Server only: logs an error that occurs while a page is rendered, as one line. */
export function reportError(error: unknown): void {
  door?.report(error);
}

export type SendOptions = {
  /** The caller stores it until the answer arrives, so that a repeat is recognised (rules §2). */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** The calls of the back office are loaded with the first one that is used. */
async function rowOf(name: CallName): Promise<CallRow> {
  const known: Partial<Record<CallName, CallRow>> = shopRows;
  return known[name] ?? ((await import('../contract/rows-desk.ts')).deskRows as Record<string, CallRow>)[name]!;
}

/** By call and content: a request that got no answer has the same key when it is sent again, so that a repeat is recognised (rules §2). */
const unanswered: Record<string, string> = {};

export async function send<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: SendOptions = {},
): Promise<OutputOf<Name>> {
  if (door) return door.send(name, input);
  const row = await rowOf(name);
  const { path, rest } = fillPath(row.path, input as Record<string, unknown>);
  let address = path;
  const headers: Record<string, string> = {
    'x-current-url': location.pathname + location.search,
    l: document.documentElement.dataset.language ?? '',
    c: document.documentElement.dataset.currency ?? '',
  };
  const content = row.takesKey ? name + JSON.stringify(input) : '';
  if (content) unanswered[content] ??= randomName();
  const key = options.idempotencyKey ?? unanswered[content];
  if (key) headers['idempotency-key'] = key;
  let body: string | undefined;
  if (row.method === 'GET') {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value));
    if (query.size) address += `?${query}`;
  } else {
    headers['content-type'] = 'application/json';
    if (row.secret && !crypto.subtle) throw new CallFailed(notSecure);
    // Fetched when a call is encrypted, which is rare: in every page it would cost half a kilobyte, and be outdated after a change of keys.
    body = JSON.stringify(row.secret ? await sealCall(rest, (await send('webSettings', {})).publicKey) : rest);
  }
  const answer = await fetch(address, {
    method: row.method,
    headers,
    body,
    credentials: 'same-origin',
    signal: options.signal,
  });
  const data = await readAnswer<Name>(answer, name);
  if (content) delete unanswered[content];
  return data;
}

/** Too frequent, or the server is busy: a 503 has a message in the envelope. */
async function wordsOf(answer: Response): Promise<string | undefined> {
  if (answer.status !== 503) return undefined;
  const envelope = (await answer.json().catch(() => undefined)) as { msg?: string } | undefined;
  return envelope?.msg;
}

const signInAgain = () => signInFor(location.pathname + location.search, readWayIn());

async function readAnswer<Name extends CallName>(answer: Response, name: Name): Promise<OutputOf<Name>> {
  // §8: the booking form's own query leaves the session and the page as they are.
  if (answer.status === 401 && name === 'bookProducts') throw new CallFailed(401);
  if (answer.status === 401) {
    // store-typed.ts stores what was typed.
    dispatchEvent(new Event('sessionover'));
    location.assign(signInAgain());
    throw new CallFailed(401);
  }
  if (answer.status === 421) {
    location.assign(paths.missing());
    throw new CallFailed(421);
  }
  if (!answer.ok) throw new CallFailed(answer.status, await wordsOf(answer));
  const envelope = (await answer.json()) as { code: number; msg: string; data: OutputOf<Name> };
  if (envelope.code === 401) {
    // §4: the answer of the mobile group, which may redirect through WeChat.
    const { redirectUrl } = envelope.data as { redirectUrl?: string };
    location.assign(redirectUrl ?? signInAgain());
    throw new CallFailed(401);
  }
  if (envelope.code !== 200)
    throw new CallRefused(envelope.code, envelope.msg, envelope.data as Record<string, unknown>);
  return envelope.data;
}
