// No redirect or link leads to another site: two hundred spellings of one, through every parameter that redirects (security rule 55).
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignTargets } from '../build/attacks/foreign-targets.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let agent = '';
let admin = '';
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

/** Where a bare request is led, as a browser would read it; undefined when it is led nowhere. The path goes out as it is written. */
function follow(path: string, headers: string[] = []): Promise<{ status: number; to: URL | undefined }> {
  return new Promise((resolve, reject) => {
    const socket = connect(test.house.port, '127.0.0.1', () => {
      const lines = [`GET ${path} HTTP/1.1`, 'Host: one.test', 'Connection: close', ...headers];
      socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
    });
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const location = /^location: (.*)\r$/im.exec(text)?.[1];
      const to = location === undefined ? undefined : new URL(location, `http://one.test${'/deep/page'}`);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), to });
    });
  });
}

/** What a request line can carry as it is. */
const bare = foreignTargets
  .filter((target) => /^\/[\x21-\x7e]*$/.test(target))
  .map((target) => target.replace(/#.*/, ''));
const withQuery = (target: string, query: string) => `${target}${target.includes('?') ? '&' : '?'}${query}`;

async function expectHere(paths: string[], headers: string[] = []): Promise<number> {
  let led = 0;
  for (let at = 0; at < paths.length; at += 8) {
    const some = paths.slice(at, at + 8);
    const answers = await Promise.all(some.map((path) => follow(path, headers)));
    for (const [place, { status, to }] of answers.entries()) {
      expect(status, some[place]).toBeLessThan(500);
      if (!to) continue;
      led += 1;
      expect(to.origin, `${some[place]} led to ${to}`).toBe('http://one.test');
      expect(to.pathname, some[place]).not.toMatch(/^\/[/\\]/);
    }
  }
  return led;
}

describe('an address of another site', () => {
  it('in the path leads nowhere by ?c=', async () => {
    expect(await expectHere(bare.map((target) => withQuery(target, 'c=USD')))).toBeGreaterThan(50);
  });

  it('in the path leads nowhere by ?ref_token= (§2 ref_token)', async () => {
    expect(await expectHere(bare.map((target) => withQuery(target, 'ref_token=x')))).toBeGreaterThan(50);
  });

  it('in the path alone leads nowhere, with or without a slash at its end', async () => {
    await expectHere(bare.slice(0, 60).flatMap((target) => [target, `${target}/`]));
  });

  it('in `go` leads nowhere after signing in', async () => {
    const paths = foreignTargets.map((target) => {
      const encoded = [...Buffer.from(target, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
      return `/login?go=${encoded}`;
    });
    expect(await expectHere(paths, [`Cookie: kb=${agent}`])).toBe(paths.length);
    const few = paths.filter((_, at) => at % 8 === 0).map((path) => path.replace('/login', '/console/login'));
    expect(await expectHere(few, [`Cookie: kbs=${admin}`])).toBe(few.length);
  });

  it('in X-Current-Url leads nowhere in the answer to callers without a session', async () => {
    for (const target of ['/wechat//evil.example', '/wechat/..//evil.example', '//evil.example', '/.//evil.example']) {
      const { data } = await test.call('getUserInfo', {}, { headers: { 'x-current-url': target } });
      expect(JSON.stringify(data ?? '')).not.toContain('evil');
    }
  });

  it('is no link of a page, an announcement or a banner', async () => {
    const typed = foreignTargets.filter((target) => !/[\p{Cc}\p{Z}\p{Cf}\p{Cs}()[\]]/u.test(target));
    const save = (some: string[]) =>
      test.call(
        'consolePageSave',
        {
          titles: { en: 'Links' },
          texts: { en: some.map((target) => `[here](${target})`).join('\n\n') },
          active: true,
          inFooter: false,
          id: undefined,
        } as never,
        { token: admin },
      );
    const saved = await save(typed.filter(Boolean).slice(0, 100));
    expect([saved.code, saved.msg]).toEqual([200, '']);
    const page = await (await test.fetch(`/customPage/${saved.data.id}`, { headers: { cookie: 'lang=en' } })).text();
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>here<\/a>/g)].map((match) => match[1] ?? '');
    expect(page).toContain('[here](');
    for (const link of links) {
      // Owners may link to other sites by their whole address, never by what looks like a path of their own.
      if (/^https?:\/\/[^/]/.test(link)) continue;
      expect(new URL(link, 'http://one.test/deep/page').origin, link).toBe('http://one.test');
    }
    for (const link of [
      '/.//evil.example',
      '/x//evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%2f/evil.example',
    ]) {
      const banner = { titles: { en: 'Away' }, texts: {}, link, active: true, startsAt: null, endsAt: null };
      const scene = { kind: 'beach', time: 'dusk' };
      const answer = await test.call('consoleBannerSave', { ...banner, pictureId: null, scene } as never, {
        token: admin,
      });
      expect([answer.code, Object.keys((answer.data as unknown as { fields: object }).fields)]).toEqual([
        200001,
        ['link'],
      ]);
    }
  });
});
