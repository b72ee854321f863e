// What is refused before any call sees it, over HTTP and over bare sockets: in the envelope, without a stack, and nothing is held open.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse({ env: { TRUSTED_PROXIES: '' } });
});
afterAll(() => test.close());

type Answer = { status: number; head: string; body: string };

/** Sends bytes as they are; resolves when the server closes, or with what came after `waitMilliseconds`. */
function send(bytes: string, waitMilliseconds = 3000): Promise<Answer & { closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(test.house.port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    let text = '';
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), head, body, closed });
    };
    const timer = setTimeout(() => end(false), waitMilliseconds);
    socket.on('data', (part) => {
      text += part.toString('utf8');
    });
    socket.on('close', () => end(true));
    socket.on('error', () => end(true));
  });
}

const get = (path: string, headers: string[] = ['Host: one.test']) =>
  `GET ${path} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;
const post = (path: string, body: string, headers: string[] = ['Content-Type: application/json']) =>
  `POST ${path} HTTP/1.1\r\n${['Host: one.test', ...headers, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;

const settings = '/api/ucenter/websetting';

function expectEnvelope({ status, head, body }: Answer, wanted: number | number[]) {
  expect([wanted].flat()).toContain(status);
  expect(head.toLowerCase()).toContain('content-type: application/json');
  const envelope = JSON.parse(body);
  expect(Object.keys(envelope).sort()).toEqual(['code', 'data', 'msg']);
  expect(envelope.code).toBe([400, 413].includes(status) ? 200001 : status);
  expect(envelope.msg.length).toBeGreaterThan(3);
  expect(body).not.toMatch(/node_modules|\.ts:|FST_|Error/);
}

describe('the Host', () => {
  it('of this shop is answered, however it is written', async () => {
    for (const host of ['one.test', 'ONE.TEST', 'one.test:3000', 'one.test.'])
      expect((await send(get(settings, [`Host: ${host}`]))).status).toBe(200);
    expect((await send(get(`http://one.test${settings}`, ['Host: one.test']))).status).toBe(200);
    expect((await send(get('/health', ['Host: 10.0.0.1:3000']))).status).toBe(200);
    expect((await send('GET /health HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each([
    ['with a name before it', ['Host: evil.example@one.test']],
    ['with a name and a password', ['Host: a:b@one.test']],
    ['behind a name', ['Host: one.test@evil.example']],
    ['of a percent sign', ['Host: %']],
    ['with an escape', ['Host: one.test%00']],
    ['with a path', ['Host: one.test/x']],
    ['with a space', ['Host: one.test evil.example']],
    ['with a comma', ['Host: one.test, evil.example']],
    ['with a port that is none', ['Host: one.test:99999']],
    ['with letters for a port', ['Host: one.test:x']],
    ['that is empty', ['Host: ']],
    ['twice', ['Host: one.test', 'Host: evil.example']],
    ['twice the same', ['Host: one.test', 'host: one.test']],
    ['not at all', ['X-Other: 1']],
  ])('%s is refused', async (_, headers) => {
    expectEnvelope(await send(get(settings, headers)), 400);
  });

  it('in an absolute address must be the same', async () => {
    expectEnvelope(await send(get(`http://evil.example${settings}`)), 400);
    expectEnvelope(await send(get(`http://a@one.test${settings}`)), 400);
  });

  it.each(['*', '*HTTP/9.9', 'javascript://evil.example', 'file://evil.example/%2e%2e//', 'mailto:x'])(
    'with a port makes nothing of the address %s, which is no path',
    async (address) => expectEnvelope(await send(get(address, ['Host: one.test:3000'])), 400),
  );

  it('that is unknown is answered 421, before any work', async () => {
    expect((await send(get(settings, ['Host: nobody.test']))).status).toBe(421);
  });
});

describe('what the framework refuses', () => {
  it.each<[string, string, number | number[]]>([
    ['an unknown call', get('/api/nothing'), 404],
    ['an unknown call by POST', post('/api/nothing', '{}'), 404],
    ['another method', post(settings, '{}').replace('POST', 'PUT'), 405],
    ['GET on a POST', get('/api/ucenter/sso/login'), 405],
    ['an odd method', get('/api/nothing').replace('GET', 'PROPFIND'), 404],
    ['a body that is no JSON', post('/api/ucenter/sso/login', '{"a":'), 400],
    ['a body that poisons prototypes', post('/api/ucenter/sso/login', '{"__proto__":{"a":1}}'), 400],
    ['JSON 10,000 deep', post('/api/ucenter/sso/login', '['.repeat(10_000) + ']'.repeat(10_000)), 400],
    ['objects 10,000 deep', post('/api/ucenter/sso/login', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), 400],
    ['another kind of body', post('/api/ucenter/sso/login', 'a=b', ['Content-Type: application/xml']), 415],
    ['a body too large', post('/api/ucenter/sso/login', JSON.stringify({ a: 'x'.repeat(300_000) })), 413],
    ['a broken escape', get('/api/%'), [400, 404]],
    ['a broken letter', get('/api/order/%c0%af'), [400, 404]],
    ['a part of an address too long', get(`/api/order/${'a'.repeat(3000)}`), [404, 414]],
    ['slashes only', get('///'), 404],
    ['a star', get('*').replace('GET', 'OPTIONS'), 404],
  ])('%s speaks the envelope', async (_, bytes, status) => {
    expectEnvelope(await send(bytes), status);
  });

  it('a body too large is called so', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(300_000) });
    const { body } = await send(post('/api/ucenter/sso/login', large, ['Content-Type: application/json', 'l: en']));
    expect(JSON.parse(body).msg).toBe('What was sent is too large.');
  });

  it.each<[string, string, number]>([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['another version', 'GET / HTTP/9.9\r\nHost: one.test\r\n\r\n', 400],
    [
      'two lengths',
      `POST ${settings} HTTP/1.1\r\nHost: one.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      'a length and chunks',
      `POST ${settings} HTTP/1.1\r\nHost: one.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a negative length', `POST ${settings} HTTP/1.1\r\nHost: one.test\r\nContent-Length: -1\r\n\r\n`, 400],
    ['broken chunks', `POST ${settings} HTTP/1.1\r\nHost: one.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['a folded header', `GET ${settings} HTTP/1.1\r\nHost: one.test\r\n x\r\nA\u0000b: 1\r\n\r\n`, 400],
    ['headers too large', `GET / HTTP/1.1\r\nHost: one.test\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s is answered and closed', async (_, bytes, status) => {
    const answer = await send(bytes);
    expect(answer.closed).toBe(true);
    expectEnvelope(answer, status);
  });

  it('deep JSON inside of a secret call or a query is the caller’s fault too', async () => {
    const deep = JSON.stringify(Array.from({ length: 5 })).replace('null', '['.repeat(60) + ']'.repeat(60));
    const answer = await send(post('/api/ucenter/sso/login', `{"key":${deep}}`));
    expectEnvelope(answer, 400);
  });
});

describe.concurrent('slow requests', () => {
  it('are closed within 30 seconds: headers and bodies that come drop by drop, and bodies that never come', async ({
    expect,
  }) => {
    const began = Date.now();
    const drip = (first: string) =>
      new Promise<number>((resolve) => {
        const socket = connect(test.house.port, '127.0.0.1', () => socket.write(first));
        const timer = setInterval(() => socket.write('a'), 500);
        const end = () => {
          clearInterval(timer);
          resolve(Date.now() - began);
        };
        socket.resume();
        socket.on('close', end);
        socket.on('error', end);
      });
    const head = 'POST /api/ucenter/sso/login HTTP/1.1\r\nHost: one.test\r\nContent-Type: application/json\r\n';
    const times = await Promise.all([
      drip('GET / HTTP/1.1\r\nHost: one.test\r\nX-Slow: '),
      drip(`${head}Content-Length: 200000\r\n\r\n`),
      drip(`${head}Content-Length: 200000\r\n\r\n{"account":"`),
      drip(`${head}Transfer-Encoding: chunked\r\n\r\n10000\r\n`),
    ]);
    for (const time of times) expect(time).toBeLessThan(30_000);
  });

  const answers = 60;
  it('are closed where nothing of the answers is taken, and not where it is taken slowly', async ({ expect }) => {
    const document = (more = '') => `GET /developers/openapi.json HTTP/1.1\r\nHost: one.test\r\n${more}\r\n`;
    const asked = document().repeat(answers - 1) + document('Connection: close\r\n');
    const seconds = 33;
    /** Bytes of the answers that came; after a pause of so many milliseconds the next part is taken. */
    const take = (pauseMilliseconds: number) =>
      new Promise<number>((resolve) => {
        let [taken, isOver] = [0, false];
        const socket = connect(test.house.port, '127.0.0.1', () => socket.write(asked));
        const end = setTimeout(() => {
          isOver = true;
          socket.resume();
        }, seconds * 1000);
        socket.on('data', (part) => {
          taken += part.length;
          if (isOver) return;
          socket.pause();
          setTimeout(() => socket.resume(), pauseMilliseconds).unref();
        });
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearTimeout(end);
          resolve(taken);
        });
      });
    const [stalled, slow] = await Promise.all([take(seconds * 2000), take(500)]);
    const { byteLength } = await (await test.fetch('/developers/openapi.json')).arrayBuffer();
    expect(stalled).toBeLessThan(slow);
    expect(slow).toBeGreaterThanOrEqual(byteLength * answers);
  });

  it('do not end an upload over a slow line', async ({ expect }) => {
    const size = 300_000;
    const began = Date.now();
    const status = await new Promise<string>((resolve) => {
      const socket = connect(test.house.port, '127.0.0.1', () => {
        socket.write(
          `POST /api/order/offlinepay/file HTTP/1.1\r\nHost: one.test\r\nContent-Type: image/png\r\nContent-Length: ${size}\r\n\r\n`,
        );
        let sent = 0;
        const timer = setInterval(() => {
          const part = Math.min(12_000, size - sent);
          socket.write('x'.repeat(part));
          sent += part;
          if (sent >= size) clearInterval(timer);
        }, 1000);
      });
      socket.on('data', (part) => resolve(part.toString('utf8').slice(0, 12)));
      socket.on('close', () => resolve('closed'));
    });
    expect(status).toBe('HTTP/1.1 401');
    expect(Date.now() - began).toBeGreaterThan(20_000);
  });
});

it('keeps a connection open for the next request', async () => {
  const both = get(settings).replace('Connection: close\r\n', '').repeat(2);
  const answer = await send(both, 1500);
  expect([answer.status, answer.closed]).toEqual([200, false]);
});
