// The screens' only way to data: one typed `send`. In the browser it is fetch; while rendering on the server it is the
// in-process handler, bound by main.ts, with the visitor's context. A screen cannot tell the difference.
import type { CallName, CallRow } from '../contract/calls.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { shopRows } from '../contract/rows-shop.ts';
import { sealCall } from '../contract/seal-call.ts';
import type { Currency } from '../domain/currencies.ts';
import type { Language } from '../domain/languages.ts';
import { paths } from '../domain/paths.ts';
import { signInFor } from '../domain/safe-path.ts';
import { fillPath } from '../domain/write-address.ts';

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

/** HTTP answers with a meaning of their own: 401, 421, 503, 5xx (§8). */
export class CallFailed extends Error {
  readonly status: number;
  /** The server's words for it, where it had some. */
  readonly msg: string | undefined;

  constructor(status: number, msg?: string) {
    super(`call failed with ${status}`);
    this.name = 'CallFailed';
    this.status = status;
    this.msg = msg;
  }
}

/** Who asks for a page: settled by the server from host, cookies and query. */
export type VisitorView = {
  configured: boolean;
  language: Language;
  currency: Currency;
  /** That of the browser's region, where a first visit is offered it (decision 0585). */
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
  /** Writes an error of rendering to the log. */
  report(error: unknown): void;
};

let door: ServerDoor | undefined;

/** Called once by main.ts through the server build. */
export function openServerDoor(given: ServerDoor): void {
  door = given;
}

/** The visitor of the page being rendered; only in loaders. */
export function visitor(): VisitorView {
  if (!door) throw new Error('only while rendering on the server');
  return door.visitor();
}

/** Only on the server: an error while a page is rendered belongs into the log, as one line. */
export function reportError(error: unknown): void {
  door?.report(error);
}

export type SendOptions = {
  /** Kept by the caller until answered, so that a repeat is recognised (rules §2). */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Calls of the back office are loaded with the first of them. */
async function rowOf(name: CallName): Promise<CallRow> {
  const known: Partial<Record<CallName, CallRow>> = shopRows;
  return known[name] ?? ((await import('../contract/rows-desk.ts')).deskRows as Record<string, CallRow>)[name]!;
}

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
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  let body: string | undefined;
  if (row.method === 'GET') {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value));
    if (query.size) address += `?${query}`;
  } else {
    headers['content-type'] = 'application/json';
    // Asked for when something is sealed, which is rare: in each page it would be half a kilobyte, and an old one after a change of keys.
    body = JSON.stringify(row.secret ? await sealCall(rest, (await send('webSettings', {})).publicKey) : rest);
  }
  const answer = await fetch(address, {
    method: row.method,
    headers,
    body,
    credentials: 'same-origin',
    signal: options.signal,
  });
  return readAnswer<Name>(answer, name);
}

/** Too frequent, or the house is busy: 503 comes with words in the envelope. */
async function wordsOf(answer: Response): Promise<string | undefined> {
  if (answer.status !== 503) return undefined;
  const envelope = (await answer.json().catch(() => undefined)) as { msg?: string } | undefined;
  return envelope?.msg;
}

async function readAnswer<Name extends CallName>(answer: Response, name: Name): Promise<OutputOf<Name>> {
  // §8: the booking form's own question leaves the session and the page as they are.
  if (answer.status === 401 && name === 'bookProducts') throw new CallFailed(401);
  if (answer.status === 401) {
    location.assign(signInFor(location.pathname + location.search));
    throw new CallFailed(401);
  }
  if (answer.status === 421) {
    location.assign(paths.missing());
    throw new CallFailed(421);
  }
  if (!answer.ok) throw new CallFailed(answer.status, await wordsOf(answer));
  const envelope = (await answer.json()) as { code: number; msg: string; data: OutputOf<Name> };
  if (envelope.code === 401) {
    // §4: the mobile group's answer, which may lead past WeChat.
    const { redirectUrl } = envelope.data as { redirectUrl?: string };
    location.assign(redirectUrl ?? signInFor(location.pathname + location.search));
    throw new CallFailed(401);
  }
  if (envelope.code !== 200)
    throw new CallRefused(envelope.code, envelope.msg, envelope.data as Record<string, unknown>);
  return envelope.data;
}
