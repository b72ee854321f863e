// What may be sent as the body of a call (§7 JSON bodies, "with or without body").
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;
let agent: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

async function send(path: string, body: string, type = 'application/json') {
  const headers = { l: 'en', token: agent, 'content-type': type };
  const answer = await test.fetch(path, { method: 'POST', headers, body });
  return { http: answer.status, ...((await answer.json()) as { code: number; data: unknown }) };
}

describe('§7: a body', () => {
  it('may be announced and empty, where a call takes it or none', async () => {
    for (const body of ['', 'null'])
      expect(await send('/api/ucenter/user/getuserinfo', body)).toMatchObject({ http: 200, code: 200 });
  });

  it.each(['[]', '"text"', '7', 'true'])('is an object: %s is refused', async (body) => {
    const answer = await send('/api/product', body);
    expect(answer.data).toEqual({ fields: { body: 'This does not have the expected form' } });
  });

  it('is JSON: another kind is not passed over in silence', async () => {
    expect((await send('/api/product', '{"query":"tower"}', 'text/plain')).http).toBe(415);
  });

  it.each([
    ['{"a":', 'en', 'The body of this request is not readable JSON.'],
    ['not json', 'zh_CN', '无法将此请求的正文读取为 JSON。'],
    [`${'['.repeat(200)}${']'.repeat(200)}`, 'en', 'This request is not well formed.'],
  ])('that is not readable is described as such, not as marked fields: %s', async (body, language, msg) => {
    const headers = { l: language, token: agent, 'content-type': 'application/json' };
    const answer = await test.fetch('/api/product', { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toEqual([400, { code: 200001, msg, data: {} }]);
  });
});
