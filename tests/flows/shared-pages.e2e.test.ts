// Shared pages: a page rendered for one person never reaches another, whatever session, header or address the request had.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, nextMidnight, todayIn } from '../../domain/dates.ts';
import { type Language, languages, languageTags } from '../../domain/languages.ts';
import { sql } from '../../server/platform/db.ts';
import { makeToken } from '../../server/platform/make-ids.ts';
import { enterAsGuest } from '../build/enter-as-guest.ts';
import { listPageScripts } from '../build/list-page-scripts.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
/** Milliseconds that the installation's clock is ahead. */
let ahead = 0;
type Headers = Record<string, string>;
/** Each kind of session as a request carries it, the pages it opens, and words that only its pages hold. */
let sessions: [kind: string, headers: Headers, paths: string[], mark: RegExp][];

const shopPages = ['/', '/search', '/uc/order', '/uc/profile'];
const deskPages = ['/console', '/console/orders', '/console/partners'];
const arif = /Arif|agent@one\.example|"signedIn",true/;
const grace = /Grace|admin@one\.example/;
const secure = { 'x-forwarded-proto': 'https' };

beforeAll(async () => {
  test = await openTestHouse({ screens: true, clock: () => new Date(Date.now() + ahead) });
  const [agent, admin, operations] = await Promise.all([
    test.signIn('agent@one.example', 'agent-2026'),
    test.signIn('admin@one.example', 'admin-2026'),
    test.signIn('operations@one.example', 'operations-2026'),
  ]);
  const guest = await enterAsGuest(test, 'guest@kept.example');
  const partners = (await test.call('consolePartners', {}, { token: operations })).data.list;
  const id = partners.find((one) => one.name === 'Agency')?.id ?? '';
  const { accounts } = (await test.call('consolePartner', { id }, { token: operations })).data;
  const accountId = accounts.find((one) => one.kind === 'main')?.userNo ?? '';
  const { address } = (await test.call('consoleSignInAs', { id, accountId }, { token: operations })).data;
  const entered = await test.fetch(`/${new URL(address).search}`, { redirect: 'manual' });
  const acting = /(?:^|, )kb=([\w-]+)/.exec(entered.headers.get('set-cookie') ?? '')?.[1] ?? '';
  sessions = [
    ['token header of a buyer', { token: agent }, shopPages, arif],
    ['token header of staff', { token: admin }, deskPages, grace],
    ['shop cookie', { cookie: `kb=${agent}` }, shopPages, arif],
    ['staff cookie', { cookie: `kbs=${admin}` }, deskPages, grace],
    ['__Host- shop cookie', { ...secure, cookie: `__Host-kb=${agent}` }, shopPages, arif],
    ['__Host- staff cookie', { ...secure, cookie: `__Host-kbs=${admin}` }, deskPages, grace],
    ['both cookies', { cookie: `kb=${agent}; kbs=${admin}` }, [...shopPages, ...deskPages], /Arif|Grace|@one\.example/],
    ['guest session', { cookie: `kb=${guest}` }, ['/', '/uc/order'], /guest@kept\.example/],
    ['staff acting as a partner', { cookie: `kb=${acting}` }, shopPages, /Arif|Daniel|agent@one\.example/],
  ];
});
afterAll(() => test.close());

const get = async (path: string, headers: Headers = {}, host = 'one.test') => {
  const answer = await test.fetch(path, { headers, host, redirect: 'manual' });
  return { answer, text: await answer.text() };
};
/** The same page without what every answer has for itself. */
const plain = ({ text }: { text: string }) =>
  text.replace(/nonce="[\w-]{24}"|\\?"nonce\\?",\\?"[\w-]{24}|visit=\d+|\\?"now\\?",\d+/g, '');
/** Where two texts begin to differ; '' when they do not. */
const differenceOf = (one: string, other: string) => {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return one === other ? '' : `${one.slice(at - 60, at + 60)} <> ${other.slice(at - 60, at + 60)}`;
};
let count = 1000;
const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}visit=${count++}`;

describe('a link that is over', () => {
  it.each([
    ['/onlinequotation?quotetoken=long-gone&l=', 'This link to a quotation is over', '此报价单链接已失效'],
    ['/completion?token=long-gone-and-forgotten&l=', 'This link to your details is over', '填写资料的链接已失效'],
    ['/completion/list?token=long-gone-and-forgotten&l=', 'This link to your details is over', '填写资料的链接已失效'],
    ['/supply?token=long-gone-and-forgotten&l=', 'This link to an order is over', '此订单链接已失效'],
  ])('says what is over and what to do next: %s', async (path, english, chinese) => {
    const [first, second] = [await get(`${path}en`), await get(`${path}zh_CN`)];
    expect(first.text).toContain(`<h1 class="text-2xl font-bold">${english}</h1>`);
    expect(first.text).toContain('newe');
    expect(first.text).not.toContain('That did not work');
    expect(second.text).toContain(`<h1 class="text-2xl font-bold">${chinese}</h1>`);
  });
});

describe('a personal page', () => {
  const kinds = [
    'token header of a buyer',
    'token header of staff',
    'shop cookie',
    'staff cookie',
    '__Host- shop cookie',
  ];
  it.each([...kinds, '__Host- staff cookie', 'both cookies', 'guest session', 'staff acting as a partner'])(
    'with %s is shown to no one else, before or after',
    async (kind) => {
      const [, headers, paths, mark] = sessions.find(([name]) => name === kind) ?? [];
      const protocol: Headers = headers?.['x-forwarded-proto'] ? secure : {};
      let own = 0;
      for (const path of (paths ?? []).map(fresh)) {
        const mine = await get(path, headers);
        if (mine.answer.status === 200 && mark?.test(mine.text)) own += 1;
        // Strangers come in the same second, some of them together.
        const strangers = await Promise.all(Array.from({ length: 4 }, () => get(path, protocol)));
        for (const stranger of strangers) expect(stranger.text).not.toMatch(mark as RegExp);
        const again = await get(path, headers);
        expect([again.answer.status, mark?.test(again.text)]).toEqual([mine.answer.status, mark?.test(mine.text)]);
      }
      expect(own).toBeGreaterThan(0);
    },
  );

  it('is not sent to others who ask in the same moment', async () => {
    for (const [, headers, [path = '/'], mark] of sessions) {
      const address = fresh(path);
      const protocol: Headers = headers['x-forwarded-proto'] ? secure : {};
      const asked = await Promise.all(
        Array.from({ length: 12 }, (_, at) => get(address, at % 3 === 0 ? headers : protocol)),
      );
      for (const [at, { text }] of asked.entries()) expect(mark.test(text), `${address} ${at}`).toBe(at % 3 === 0);
    }
  });

  it.each(['kb', 'kbs', '__Host-kb', '__Host-kbs', 'kbw', '__Host-kbw'])(
    'with an old cookie %s is rendered again and not cached',
    async (name) => {
      const path = fresh('/');
      const headers = { cookie: `${name}=${makeToken()}` };
      for (let visit = 0; visit < 2; visit += 1) expect((await get(path, headers)).answer.status).toBe(200);
      expect((await get(path)).text).not.toMatch(arif);
    },
  );
});

describe('a shared page', () => {
  it('is cached, with a separate nonce for each answer', async () => {
    const path = fresh('/');
    const pages = [await get(path), await get(path), await get(path)];
    const nonces = pages.map(
      ({ answer }) => /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1],
    );
    expect(new Set(nonces).size).toBe(3);
    for (const [at, { text }] of pages.entries()) expect(text).toContain(`nonce="${nonces[at]}"`);
    expect(new Set(pages.map(plain)).size).toBe(1);
  });

  it('and its search results have the day of the owner’s clock, also in the seconds after midnight (§2 search)', async () => {
    const zone = 'Asia/Kuala_Lumpur';
    const tomorrow = addDays(todayIn(zone, Date.now()), 1);
    const path = '/search?query=tower+tomorrow&l=en';
    const midnight = nextMidnight(zone, Date.now());
    ahead = midnight - Date.now() - 1500;
    const ask = async () => {
      const { data } = await test.call('searchProducts', { query: 'tower tomorrow' }, { language: 'en' });
      return [(await get(path)).text.includes(`"${data.dates?.from}"`), data.dates?.from];
    };
    expect(await ask()).toEqual([true, tomorrow]);
    await vi.waitUntil(() => Date.now() + ahead > midnight, { timeout: 5000, interval: 20 });
    expect(await ask()).toEqual([true, addDays(tomorrow, 1)]);
    ahead = 0;
  });

  it('gives each first visitor the cookie of the language, even if the page was requested before', async () => {
    const path = `${fresh('/')}&l=th`;
    for (let visit = 0; visit < 4; visit += 1)
      expect((await get(path)).answer.headers.getSetCookie().join()).toContain('lang=th');
  });

  it('is answered early with the usual headers, and only if every part of the request that is read is the same', async () => {
    const path = fresh('/');
    const set = (await get(path)).answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = [...set, 'lang=en'].join('; ');
    const said = ({ answer }: Awaited<ReturnType<typeof get>>) =>
      JSON.stringify([answer.status, ...answer.headers]).replace(/nonce-[\w-]{24}|\["date",[^\]]*\]/g, '');
    const first = await get(path, { cookie });
    expect(first.answer.headers.getSetCookie()).toEqual([]);
    for (let visit = 0; visit < 3; visit += 1) {
      const again = await get(path, { cookie });
      expect([said(again), plain(again)]).toEqual([said(first), plain(first)]);
    }
    const languageOf = ({ text }: { text: string }) => /<html[^>]* lang="([^"]+)"/.exec(text)?.[1];
    const thai = await get(path, { cookie: cookie.replace(/lang=\w+/, 'lang=th') });
    expect([languageOf(thai), languageOf(await get(path, { cookie }))]).toEqual(['th', languageOf(first)]);
    expect((await get(path, { cookie, ...secure })).answer.headers.get('strict-transport-security')).not.toBeNull();
    expect((await get(path, { cookie })).answer.headers.get('strict-transport-security')).toBeNull();
    expect((await get(path, { cookie }, 'nobody.test')).answer.status).toBe(404);
    expect((await test.fetch(path, { method: 'HEAD', headers: { cookie } })).status).toBe(200);
  });

  it.each([
    ['/', 'th', ['shop']],
    ['/', 'en', ['shop']],
    ['/?l=en', 'en', ['shop']],
    ['/login', 'en', ['shop', 'customer']],
    ['/console/login', 'fr_FR', ['shop', 'customer', 'console']],
  ])('asks for its words ahead: %s in %s', async (path, language, parts) => {
    const { text } = await get(path, { cookie: `lang=${language}` });
    const files = listPageScripts(text).filter((file) => /(shop|customer|console)-[a-zA-Z_]+-[\w-]{8}\.js$/.test(file));
    const words = files.filter((file) => file.includes(`-${language}-`));
    expect(words.map((file) => /(\w+)-/.exec(file)?.[1])).toEqual(parts);
    for (const file of files) expect((await get(file)).answer.status).toBe(200);
  });

  it.each([
    ['/', true],
    ['/search', true],
    ['/tours/singapore/singapore/33', true],
    ['/login', false],
    ['/console/login', false],
  ])('fetches scripts after its first paint where it is read first (decision 0550): %s %s', async (path, isRead) => {
    const { text } = await get(path, { cookie: 'lang=en' });
    const ahead = text.match(/rel="modulepreload" href=/g) ?? [];
    const running = text.match(/<script[^>]*type="module"/g) ?? [];
    const waits = text.includes('type="text/later"');
    expect([ahead.length === 0, running.length === 0, waits]).toEqual([isRead, isRead, isRead]);
  });

  // Packed, words included. A bound goes down with the next thing that is saved, and up only with a reason.
  it.each([
    // The goal is 140,000. What keeps a form over the end of a session took 350 (decision 0766), the links to “Find an order” 100,
    // signing in again by the same way, and the focus, 130, what is said of a link that is over 120, and whom a call is for 50.
    ['/', 138_160],
    // The goal is 150,000. The year of a day, and the way to the question that is open, took 150, a promo code that waits 20, and the
    // comma that a list has in its language 160 at most; a field that says what is too long, and whom a call is for, 140.
    ['/tours/singapore/singapore/33', 149_990],
  ])('asks at once for scripts of few bytes: %s', async (path, most) => {
    const { text } = await get(path, { cookie: 'lang=en' });
    const files = listPageScripts(text);
    expect(files.length).toBeGreaterThan(10);
    const packed = files.map((file) => test.fetch(file, { headers: { 'accept-encoding': 'br' }, host: 'one.test' }));
    const sizes = (await Promise.all(packed)).map(({ headers }) => Number(headers.get('content-length')));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(most);
  });

  // The goal is 45,000 for twenty products, which npm run bench measures. A bound goes down and up as those above.
  it('has few bytes as a list of nine products', async () => {
    const { text } = await get('/search', { cookie: 'lang=en' });
    expect(text.match(/<article/g)).toHaveLength(9);
    expect(Buffer.byteLength(text)).toBeLessThan(27_600);
  });

  it('never takes a text of its visitor for the nonce', async () => {
    const old = 'n0nce-p1ace-of-24-chars-';
    for (const [path, headers] of [
      [`/search?q=${old}`, {}],
      [`/search?q=${old}`, { cookie: 'kb=nobody' }],
      [`/search?q=${old}&page=1`, { token: 'nobody' }],
    ] as const) {
      const { answer, text } = await get(path, headers);
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';
      expect(nonce).not.toContain(old);
      // What was typed is still what was typed.
      expect(text.includes(`q=${nonce}`) || text.includes(`/${nonce}`)).toBe(false);
      expect(text).toContain(old);
    }
  });

  it('is different for each language, currency, host, protocol and query', async () => {
    const path = fresh('/');
    const th = { cookie: 'lang=th; c=MYR' };
    expect((await get(path, { cookie: 'lang=en; c=MYR' })).text).toContain('lang="en"');
    expect((await get(path, th)).text).toContain('lang="th"');
    expect((await get(path, { cookie: 'lang=en; c=USD' })).text).toContain('data-currency="USD"');
    expect((await get(path, { cookie: 'lang=en; c=MYR' })).text).toContain('data-currency="MYR"');
    expect((await get(path, {}, 'two.test')).text).toContain('http://two.test');
    expect((await get(path, {}, 'two.test')).text).not.toContain('one.test');
    expect((await get(path, secure)).text).toContain('https://one.test');
    expect((await get(path)).text).not.toContain('https://one.test');
  });

  const poisons: Headers[] = [
    { l: 'th' },
    { c: 'JPY' },
    { l: 'th', c: 'USD' },
    { 'accept-language': 'th' },
    { 'x-forwarded-prefix': '/poison' },
    { 'x-original-url': '/poison' },
    { 'x-rewrite-url': '/poison' },
    { forwarded: 'host=poison.example' },
    { 'x-host': 'poison.example' },
    { 'x-forwarded-port': '4444' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-current-url': '/poison' },
    { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0 poison' },
    { referer: 'http://poison.example/' },
    { origin: 'http://poison.example' },
    { 'x-http-method-override': 'POST' },
    { range: 'bytes=0-20' },
    { 'if-none-match': '*' },
    { accept: 'application/json' },
    { 'sec-purpose': 'prefetch' },
    { cookie: 'poison="<script>"; lang=poison; c=poison' },
    { 'idempotency-key': 'poison-poison' },
    { authorization: 'Bearer poison' },
  ];

  it.each(poisons.map((headers) => [JSON.stringify(headers), headers] as const))(
    'is the same after somebody asked with %s',
    async (_, headers) => {
      // In one language and currency, which the poison may not change for anybody else.
      const settled = { cookie: 'lang=zh_CN; c=MYR' };
      const path = fresh('/search');
      await get(path, { ...headers, cookie: `${headers.cookie ?? settled.cookie}` });
      const after = await get(path, settled);
      const clean = await get(fresh('/search'), settled);
      expect(after.answer.status).toBe(200);
      expect(after.text).not.toMatch(/poison/);
      // In full: an expectation would show the beginning only.
      const difference = differenceOf(plain(after), plain(clean));
      if (difference) throw new Error(`another page: ${difference}`);
    },
  );

  it.each([
    ['ja,en;q=0.8', 'ja_JP'],
    ['zh-HK,zh;q=0.9', 'zh_TW'],
    ['de-AT;q=0.9, id;q=0.8', 'in'],
    ['pt-BR', 'pt_PT'],
    ['de, *;q=0.1', 'zh_CN'],
    ['en;q=0, th;q=0.2', 'th'],
    [';;q=,,=', 'zh_CN'],
  ])('a first visit with "%s" reads %s, and so does what its page asks for (§2, §9)', async (header, language) => {
    const path = fresh('/search');
    const { answer, text } = await get(path, { 'accept-language': header });
    expect(text).toContain(`data-language="${language}"`);
    const stored = answer.headers.getSetCookie().find((one) => one.startsWith('lang='));
    // What is the default anyway is not noted: the site's own may change.
    expect(stored?.split(';')[0]).toBe(language === 'zh_CN' ? undefined : `lang=${language}`);
    // Who chose, keeps it; and the next visitor of the same address reads their own language.
    expect((await get(path, { 'accept-language': header, cookie: 'lang=ko_KR' })).text).toContain(
      'data-language="ko_KR"',
    );
    expect((await get(`${path}&l=nothing`, { 'accept-language': header })).text).toContain('data-language="zh_CN"');
    expect((await get(path, { 'accept-language': 'vi' })).text).toContain('data-language="vi"');
  });

  it('a first visit that reads none of the site’s languages reads the site’s default (rules §11 first visit)', async () => {
    const as = { token: await test.signIn('admin@two.example', 'admin-2026', 'two.test'), host: 'two.test' };
    const save = async (change: { languages: Language[]; hostnames: { host: string; customerService: boolean }[] }) => {
      const { name, currency, limitDefaults, ...settings } = (await test.call('consoleSettings', {}, as)).data;
      expect((await test.call('consoleSettingsSave', { ...settings, ...change }, as)).code).toBe(200);
      return settings;
    };
    // An address of its own: what is known of the other one is kept for seconds.
    const host = 'europe.two.test';
    const before = await save({
      languages: ['en', 'fr_FR'],
      hostnames: ['two.test', host].map((one) => ({ host: one, customerService: false })),
    });
    for (const [header, language] of [
      ['de', 'en'],
      ['fr-CA', 'fr_FR'],
      ['zh-CN,zh;q=0.9', 'en'],
    ] as const) {
      const { answer, text } = await get(fresh('/search'), { 'accept-language': header }, host);
      expect(/data-language="(\w+)"/.exec(text)?.[1], header).toBe(language);
      const stored = answer.headers.getSetCookie().find((one) => one.startsWith('lang='));
      expect(stored?.split(';')[0], header).toBe(`lang=${language}`);
    }
    // A language that was chosen before is still read, and the switcher names it, so that each of the others can be chosen.
    const { text } = await get(fresh('/search'), { cookie: 'lang=ko_KR' }, host);
    expect(text).toContain('data-language="ko_KR"');
    const options = [...text.matchAll(/<option value="(\w+)" lang="[^"]*"( selected="")?>/g)];
    expect(options.map(([, value, selected]) => [value, Boolean(selected)])).toEqual([
      ['en', false],
      ['fr_FR', false],
      ['ko_KR', true],
    ]);
    await save({ languages: before.languages, hostnames: before.hostnames });
  });

  it('offers only a first visit the currency of its region (rules §11 first visit)', async () => {
    const path = fresh('/search');
    const offers = (text: string) => [...text.matchAll(/href="([^"]*[?&;]c=[A-Z]{3}[^"]*)"/g)].map(([, href]) => href);
    const ask = async (header: string, cookie?: string) => {
      const { answer, text } = await get(path, { 'accept-language': header, ...(cookie && { cookie }) });
      const [currency] = answer.headers.getSetCookie().filter((one) => one.startsWith('c='));
      return { offered: offers(text), shown: /data-currency="(\w+)"/.exec(text)?.[1], stored: currency?.split(';')[0] };
    };
    const link = (currency: string) => [`${path.replaceAll('&', '&amp;')}&amp;c=${currency}`];
    // In turn, so that each is answered beside the cached pages of the others. The owner's currency stays the one that is shown and stored.
    for (const [header, offered] of [
      ['ja', link('JPY')],
      ['en-US', link('USD')],
      ['en', []],
      ['ja', link('JPY')],
      ['ms-MY', []],
      ['de', []],
    ] as const)
      expect(await ask(header), header).toEqual({ offered, shown: 'MYR', stored: 'c=MYR' });
    expect(await ask('ja', 'c=MYR')).toEqual({ offered: [], shown: 'MYR', stored: undefined });
    // A signed-in visitor gets no offer.
    expect((await ask('ja', 'kb=nobody')).offered).toEqual([]);
  });

  it('the back office’s sign-in, too, speaks the language of a first visit, and offers the others', async () => {
    const { text } = await get('/console/login', { 'accept-language': 'th' });
    expect(text).toContain('data-language="th"');
    const [, offered = ''] = /<select name="l"[^>]*>(.*?)<\/select>/.exec(text) ?? [];
    expect(offered.match(/<option/g)).toHaveLength(languages.length);
  });

  it('caches nothing for requests without a page: HEAD, errors, pages that open by a key', async () => {
    const path = fresh('/');
    const head = await test.fetch(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get(path)).text).toContain('</html>');
    for (const missing of [
      '/nothing-here',
      '/customPage/999',
      '/completion?token=x',
      '/voucher/verify?s=x',
      '/wechat/order?key=x',
    ]) {
      const [one, two] = [await get(missing), await get(missing)];
      expect(one.answer.status).toBe(two.answer.status);
      expect(one.answer.status).toBeLessThan(500);
    }
  });

  it.each(['/login/active?token=x', '/login/reset?token=x', '/completion?token=x', '/voucher/verify?s=x', '/?key=x'])(
    'that %s opens by a key sends no referrer, and is not cached',
    async (path) => {
      const { answer } = await get(path);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-robots-tag')).toContain('noindex');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('with a limit per source is rendered for each source: a page that counts its visitors counts each', async () => {
    const before = await sql<{ buckets: number }>`SELECT count(*)::int AS buckets FROM attempt`.execute(
      test.database.house,
    );
    for (const source of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      await get('/completion?token=unknown', { 'x-forwarded-for': source });
    const after = await sql<{ buckets: number }>`SELECT count(*)::int AS buckets FROM attempt`.execute(
      test.database.house,
    );
    expect((after.rows[0]?.buckets ?? 0) - (before.rows[0]?.buckets ?? 0)).toBeGreaterThanOrEqual(3);
  });
});

it.each(['/%0a/evil.example', '/%0d%0a/evil.example/uc/order', '/a%0ab', '/%0a.data'])(
  'the address %j is missing like any other and leaves no stack behind',
  async (path) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const before = test.log.length;
    const { answer, text } = await get(path);
    expect(answer.status).toBe(404);
    expect(text).not.toMatch(/node_modules|at async/);
    expect(printed.mock.calls).toEqual([]);
    expect(test.log.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    printed.mockRestore();
  },
);

it.each(['fr_FR', 'ko_KR'] as const)('countries are in the order of %s, the six of §9 first', async (language) => {
  const { text } = await get(`/signup/company?l=${language}`);
  const select = /<select[^>]*name="country".*?<\/select>/s.exec(text)?.[0] ?? '';
  const names = [...select.matchAll(/<option value="([A-Z]{2})"[^>]*>([^<]*)</g)].map(([, , name]) => name ?? '');
  const spoken = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const six = ['TH', 'CN', 'MY', 'SG', 'ID', 'PH'].map((country) => spoken.of(country));
  expect(names.slice(0, 6)).toEqual(six);
  expect(names.length).toBeGreaterThan(240);
  expect(names.slice(6)).toEqual(names.slice(6).toSorted(new Intl.Collator(languageTags[language]).compare));
});

it('a page that was requested too often says when to try again', async () => {
  const seen = new Set<number>();
  for (let tries = 0; tries < 400 && !seen.has(503); tries += 1) {
    const { answer } = await get('/completion?token=x', { 'x-forwarded-for': '10.90.0.1' });
    seen.add(answer.status);
    if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([...seen]).toContain(503);
});

it('the list of scripts for addresses is compressed, cacheable and the same for everyone; another release gets none', async () => {
  const release = /"version": ?"(\w+)"/.exec((await get('/')).text)?.[1] ?? '';
  const ask = (version: string, headers: Headers = {}, host = 'one.test') =>
    get(`/__manifest?paths=%2Fsearch%2C%2Fuc%2Forder%2C%2Fconsole%2Forders&version=${version}`, headers, host);
  const mine = await ask(release, sessions[0]?.[1]);
  expect(mine.answer.status).toBe(200);
  expect(Object.keys(JSON.parse(mine.text))).toEqual(expect.arrayContaining(['screens/search/show-search']));
  expect(mine.answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(mine.answer.headers.get('content-encoding')).toBe('gzip');
  expect(mine.answer.headers.get('set-cookie')).toBeNull();
  expect((await ask(release, { 'accept-encoding': 'identity' }, 'two.test')).text).toBe(mine.text);
  const old = await ask('0123abcd');
  expect([old.answer.status, old.answer.headers.get('cache-control')]).toEqual([204, 'no-store']);
});

it('a request of HTTP/1.0 without a Host gets the page of an unknown one (§2 without a site)', async () => {
  const bytes = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(test.house.port, '127.0.0.1', () => socket.write('GET /?l=en HTTP/1.0\r\n\r\n'));
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
  expect(bytes.slice(0, 12)).toBe('HTTP/1.1 404');
  expect(bytes).toContain('This website is under configuration');
});
