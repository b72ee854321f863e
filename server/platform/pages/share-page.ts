// Pages for many visitors. A type guards what may be cached: a SharedPage exists only where a page was rendered with a
// SharedContext, made from a SharedVisit, whose every field is part of the cache's key. A page that read anything personal
// while it was rendered is no SharedPage (rules §12.9 and §11).
import { randomBytes } from 'node:crypto';
import type { Currency } from '../../../domain/currencies.ts';
import type { Language } from '../../../domain/languages.ts';
import type { Context, FoundSite } from '../context.ts';

/** All input that a shared page may depend on. */
export type SharedVisit = {
  readonly site: FoundSite;
  /** Protocol, host and port as the visitor reached it. */
  readonly origin: string;
  /** Path and query, as sent. */
  readonly address: string;
  readonly language: Language;
  readonly currency: Currency;
  /** A currency that the page offers beside its own; null where it offers none (decision 0585). */
  readonly proposed: Currency | null;
};

/** The cache key of a visit: equal only for visits that are equal in everything. */
export function keyOf({ site, origin, address, language, currency, proposed }: SharedVisit): string {
  return JSON.stringify([site.ownerId, origin, address, language, currency, proposed]);
}

/** Thrown where a shared page reads something personal: it is then rendered for this visitor alone. */
export class PersonNeeded extends Error {}

const shared = Symbol('shared');

/** A context without a person. Reading a personal field throws and is remembered. */
export type SharedContext = Context & {
  readonly visitor: null;
  readonly staff: null;
  readonly counted: false;
  readonly byApp: false;
  readonly idempotencyKey: undefined;
  readonly [shared]: { personRead: boolean; until: number };
};

/** Personal fields; a field added to Context must be listed here or below, or this file does not compile. */
type Personal = 'source' | 'agent' | 'country' | 'browserMark' | 'markBrowser' | 'setSession';
const personal: readonly Personal[] = ['source', 'agent', 'country', 'browserMark', 'markBrowser', 'setSession'];

export type HouseParts = Pick<
  Context,
  | 'owner'
  | 'reports'
  | 'tests'
  | 'owners'
  | 'jobs'
  | 'log'
  | 'vault'
  | 'places'
  | 'ecbUrl'
  | 'gateways'
  | 'hooksPrivately'
  | 'sendsMails'
  | 'now'
  | 'clock'
>;

export function makeSharedContext(visit: SharedVisit, house: HouseParts): SharedContext {
  const note = { personRead: false, until: Number.POSITIVE_INFINITY };
  const { site, origin, language, currency } = visit;
  const plain = {
    ...house,
    site,
    origin,
    language,
    currency,
    visitor: null,
    staff: null,
    counted: false,
    byApp: false,
    idempotencyKey: undefined,
    holdsUntil(at: number) {
      note.until = Math.min(note.until, at);
    },
    [shared]: note,
  } as const satisfies Omit<Context, Personal> & { [shared]: typeof note };
  for (const name of personal)
    Object.defineProperty(plain, name, {
      enumerable: true,
      get() {
        note.personRead = true;
        throw new PersonNeeded(`a page for many read ${name}`);
      },
    });
  return plain as unknown as SharedContext;
}

/** The result of rendering a page, with the nonce of its scripts. */
export type Rendered = {
  status: number;
  headers: Headers;
  nonce: string;
  page: string | undefined;
  bytes: Buffer | undefined;
};

/** A page in its cached form: its text, and the random placeholder that each answer replaces by its nonce. */
export class SharedPage {
  readonly key: string;
  readonly text: string;
  readonly noncePlace: string;
  /** Until when its content is valid, by `performance.now()`; Infinity if nothing on it depends on the time. */
  readonly holdsUntil: number;
  /** Makes the type nominal: no other object of the same shape can be cached. */
  readonly #made = true;

  private constructor(key: string, text: string, noncePlace: string, holdsMs: number) {
    this.key = key;
    this.text = text;
    this.noncePlace = noncePlace;
    this.holdsUntil = performance.now() + holdsMs;
  }

  static isMade(value: object): value is SharedPage {
    return #made in value;
  }

  /**
   * Renders a visit with only what its key holds. Returns the page; or another result, for this visitor alone, when it may
   * not be cached (a redirect, an error, `no-store`, a cookie); undefined when rendering needs a person.
   */
  static async render(
    visit: SharedVisit,
    context: SharedContext,
    render: (visit: SharedVisit, context: SharedContext, nonce: string) => Promise<Rendered>,
  ): Promise<SharedPage | Rendered | undefined> {
    let rendered: Rendered;
    try {
      rendered = await render(visit, context, makeNonce());
    } catch (error) {
      if (context[shared].personRead) return undefined;
      throw error;
    }
    if (context[shared].personRead) return undefined;
    const { status, headers, page, nonce } = rendered;
    const keepable = status === 200 && headers.get('cache-control') !== 'no-store' && !headers.has('set-cookie');
    const { until } = context[shared];
    const holdsMs = until === Number.POSITIVE_INFINITY ? until : until - context.clock().getTime();
    return page !== undefined && keepable && holdsMs > 0
      ? new SharedPage(keyOf(visit), page, nonce, holdsMs)
      : rendered;
  }
}

/** 24 letters, as long as a nonce; random, so that no visitor's text can contain it. */
function makeNonce(): string {
  return randomBytes(18).toString('base64url');
}
