// The page that posts a buyer to a channel (§3 pay channels, decision 0341): its policy, who gets it, and the way back from the channel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iPay88Keys, setUpIPay88 } from '../../tests/build/gateways/set-up-ipay88.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { openTheatre, type Theatre } from '../../tests/build/set-up-channels.ts';

let theatre: Theatre;
let member: string;
beforeAll(async () => {
  theatre = await openTheatre([setUpIPay88]);
  member = await theatre.test.signIn('member@one.example', 'member-2026');
});
afterAll(() => theatre.close());

async function begin(): Promise<{ orderNo: string; paymentNo: string; path: string; origin: string }> {
  const orderNo = await placeOrder(theatre.test, member);
  const { data } = await theatre.test.call(
    'paying',
    { id: orderNo, channel: 'iPay88' },
    { token: member, key: newKey() },
  );
  expect(data).toMatchObject({ qr: null, form: { fields: { MerchantCode: iPay88Keys.one.merchantCode } } });
  const { pathname } = new URL(String(data.redirectUrl));
  return { orderNo, paymentNo: data.paymentNo, path: pathname, origin: new URL(data.form?.action ?? '').origin };
}
const open = (path: string, token = member) =>
  theatre.test.fetch(path, { headers: { cookie: `kb=${token}; lang=zh_CN` }, redirect: 'manual' });

describe('§3 the page that posts to a channel', () => {
  it('may post to that one host, run its own script and nothing else; in the reader’s language', async () => {
    const { path, origin } = await begin();
    const answer = await open(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = 'none'] = /script-src 'nonce-([\w-]+)'/.exec(policy) ?? [];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      `form-action ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    const page = await answer.text();
    expect(page).toContain('lang="zh-CN"');
    expect(page).toContain(`<script nonce="${nonce}">`);
    expect(page).not.toContain(iPay88Keys.one.merchantKey);
  });

  it('is for who may see the order, and only while the attempt is live', async () => {
    const { orderNo, paymentNo, path } = await begin();
    expect((await theatre.test.fetch(path, { redirect: 'manual' })).status).toBe(401);
    const agent = await theatre.test.signIn('agent@one.example', 'agent-2026');
    expect((await open(path, agent)).headers.get('location')).toBe('/');
    expect((await open(path.replace(paymentNo, 'NOBODY'))).headers.get('location')).toBe('/');
    const stage = theatre.stageOf('iPay88');
    await stage.tell(await stage.play.notice(await stage.attempt(orderNo)));
    expect((await open(path)).headers.get('location')).toBe(`/booking/pay?order=${orderNo}`);
  });

  it('every press of the button starts again, because a number is good for one payment there', async () => {
    const { orderNo, paymentNo } = await begin();
    const again = await theatre.test.call(
      'paying',
      { id: orderNo, channel: 'iPay88' },
      { token: member, key: newKey() },
    );
    expect(again.data.paymentNo).not.toBe(paymentNo);
  });
});

describe('§3 the way back from a channel', () => {
  it('leads to what was paid, by a posted form and by a link, and elsewhere for anything else', async () => {
    const { orderNo, paymentNo } = await begin();
    const back = async (init: RequestInit, query = '') =>
      (await theatre.test.fetch(`/api/pay/return/iPay88${query}`, { redirect: 'manual', ...init })).headers.get(
        'location',
      );
    const posted = (fields: Record<string, string>) => {
      const headers = { origin: 'https://payment.ipay88.com.my', 'content-type': 'application/x-www-form-urlencoded' };
      return back({ method: 'POST', headers, body: new URLSearchParams(fields).toString() });
    };
    const wanted = `/booking/complete?order=${orderNo}`;
    expect(await posted({ RefNo: paymentNo, Status: '1' })).toBe(wanted);
    expect(await back({}, `?RefNo=${paymentNo}`)).toBe(wanted);
    expect(await posted({ RefNo: 'https://evil.example/' })).toBe('/');
    expect(await posted({})).toBe('/');
    // Nothing of it was believed.
    expect(await theatre.stageOf('iPay88').status(orderNo)).toMatchObject({ payStatus: 102, applied: 0 });
  });
});
