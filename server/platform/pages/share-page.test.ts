// Pages that may be cached for others have a type: these tests check the type and what makes a value of it.
import { describe, expect, it } from 'vitest';
import type { Context, FoundSite } from '../context.ts';
import { cutPage, makePageCache } from './page-cache.ts';
import {
  type HouseParts,
  keyOf,
  makeSharedContext,
  PersonNeeded,
  type SharedContext,
  SharedPage,
  type SharedVisit,
} from './share-page.ts';

const visit: SharedVisit = {
  site: { ownerId: 1 } as FoundSite,
  origin: 'http://one.test',
  address: '/',
  language: 'en',
  currency: 'MYR',
  proposed: null,
};
const contextOf = () => makeSharedContext(visit, {} as HouseParts);
const answer = (headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers: new Headers({ 'content-type': 'text/html', ...headers }),
  bytes: undefined,
});
const render = (read: (context: SharedContext) => unknown, headers = {}, status = 200) =>
  SharedPage.render(visit, contextOf(), async (_, context, nonce) => {
    read(context);
    return { ...answer(headers, status), nonce, page: `<p>${nonce}</p>` };
  });

describe('a page for many', () => {
  it('comes of a context without a person', async () => {
    const page = await render(({ visitor, staff }) => [visitor, staff]);
    expect(page).toBeInstanceOf(SharedPage);
  });

  it.each(['source', 'agent', 'country', 'browserMark', 'markBrowser', 'setSession'] as const)(
    'does not come of one that read %s, even where the failure was swallowed',
    async (name) => {
      const read = (context: SharedContext) => {
        expect(() => context[name]).toThrow(PersonNeeded);
      };
      expect(await render(read)).toBeUndefined();
      expect(await render((context) => context[name])).toBeUndefined();
      expect(await render((context) => ({ ...context }))).toBeUndefined();
    },
  );

  it.each([
    ['a page that says so', { 'cache-control': 'no-store' }, 200],
    ['a page that sets a cookie', { 'set-cookie': 'a=b' }, 200],
    ['a page that is missing', {}, 404],
    ['a page that failed', {}, 500],
  ])('does not come of %s', async (_, headers, status) => {
    const made = await render(() => undefined, headers, status);
    expect(made && SharedPage.isMade(made)).toBe(false);
    expect(made).toMatchObject({ status });
  });

  it('holds a word of its own where the nonce goes', async () => {
    const words = await Promise.all(Array.from({ length: 50 }, () => render(() => undefined)));
    expect(new Set(words.map((one) => (one as SharedPage).noncePlace)).size).toBe(50);
  });

  it('has another key for whatever it depends on', () => {
    const changes: Partial<SharedVisit>[] = [
      {},
      { origin: 'https://one.test' },
      { origin: 'http://one.test:3000' },
      { address: '/?' },
      { address: '/?a=1&b=2' },
      { address: '/?b=2&a=1' },
      { language: 'th' },
      { currency: 'CNY' },
      { proposed: 'CNY' },
      { site: { ownerId: 2 } as FoundSite },
    ];
    const keys = changes.map((change) => keyOf({ ...visit, ...change }));
    expect(new Set(keys).size).toBe(changes.length);
  });
});

/** Never run: it is there to be compiled. Each line below fails the type check as soon as it becomes allowed. */
function typesThatMustNotFit(personal: Context): void {
  const cache = makePageCache(1);
  // @ts-expect-error a text is no page to cache
  cutPage('<p>');
  // @ts-expect-error nor is what looks like one
  cutPage({ key: '', text: '', noncePlace: '' });
  // @ts-expect-error only its own render makes one
  new SharedPage('', '', '');
  // @ts-expect-error a context of an asker renders no page to cache
  SharedPage.render(visit, personal, async () => ({ ...answer(), nonce: '', page: '' }));
  // @ts-expect-error nor does one with a visitor taken out by hand
  SharedPage.render(visit, { ...personal, visitor: null, staff: null }, async () => ({
    ...answer(),
    nonce: '',
    page: '',
  }));
  // @ts-expect-error only a page is cached
  cache.share('', async () => '<p>');
}

it('has a type that nothing else fits', () => expect(typesThatMustNotFit).toBeTypeOf('function'));
