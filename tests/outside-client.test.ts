// An independent client, written only from §7: addresses, headers and encryption are written here and imported from no file of the
// project. It signs in, searches, quotes, books, pays, completes, cancels and exports.
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from './build/open-house.ts';
import { fillFields } from './build/place-orders.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a stranger's client knows of an answer is what it reads from it
type Answer = { http: number; code: number; msg: string; data: any };

let test: TestHouse;
let token = '';
let publicKey = '';
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

async function ask(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { l: 'en', c: 'MYR', ...(token ? { token } : {}), ...more };
  const init = body
    ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    : { headers };
  const answer = await test.fetch(path, { method, ...init });
  return { http: answer.status, ...((await answer.json()) as Omit<Answer, 'http'>) };
}

/** A body under a fresh key, and that key under the site's (rules §2). */
function seal(input: object): object {
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const nonce = randomBytes(8).toString('hex');
  const body = [cipher.update(JSON.stringify({ ...input, _token_: nonce })), cipher.final(), cipher.getAuthTag()];
  const rsa = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const sealed = publicEncrypt({ key: rsa, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key);
  return {
    key: sealed.toString('base64'),
    iv: iv.toString('base64'),
    body: Buffer.concat(body).toString('base64'),
  };
}

const booked = { orderNo: '', subOrderNo: '' };

describe('a client that knows only §7', () => {
  it('reads the site’s settings and signs in (§7 headers; §8 code 200)', async () => {
    const site = await ask('GET', '/api/ucenter/websetting');
    expect(site.code).toBe(200);
    publicKey = site.data.publicKey;
    expect((await ask('POST', '/api/ucenter/websetting/queryOwnerBasicInfo', {})).code).toBe(200);
    const result = await ask(
      'POST',
      '/api/ucenter/sso/login',
      seal({ account: 'agent@one.example', password: 'agent-2026' }),
    );
    expect(result.code).toBe(200);
    token = result.data.token;
  });

  it('reads its user, with a body and without one', async () => {
    const bare = await ask('POST', '/api/ucenter/user/getuserinfo');
    expect(bare.data.email).toBe('agent@one.example');
    expect((await ask('POST', '/api/ucenter/user/getuserinfo', {})).data).toEqual(bare.data);
    const { userNo } = bare.data;
    expect((await ask('POST', '/api/ucenter/user/getuserinfo', { userNo })).data).toEqual(bare.data);
    expect((await ask('POST', '/api/ucenter/user/getuserinfo', { userNo: '999999' })).http).toBe(421);
  });

  it('changes only the fields it sends; a wrong field is refused by name, and the rest stays', async () => {
    const { userNo } = (await ask('POST', '/api/ucenter/user/getuserinfo')).data;
    const info = () => ask('POST', '/api/ucenter/user/childaccountinfo', { userNo });
    const change = (fields: object) => ask('POST', '/api/ucenter/user/update', { userNo, ...fields });
    const before = (await info()).data;
    expect((await change({ department: 'Sales', areaCode: '60', mobile: '1234567' })).code).toBe(200);
    const { revision, ...after } = (await info()).data;
    expect({ ...after, revision: before.revision }).toEqual({
      ...before,
      department: 'Sales',
      areaCode: '60',
      mobile: '1234567',
    });
    expect((await change({ mobile: '7654321' })).code).toBe(200);
    const refused = await change({ mobile: '76-54' });
    expect([refused.code, Object.keys(refused.data.fields)]).toEqual([200001, ['mobile']]);
    expect((await change({ nickName: 'A', revision: before.revision })).code).toBe(200009);
    expect((await info()).data).toMatchObject({ mobile: '7654321', department: 'Sales', region: before.region });
  });

  it('turns the pages of its sub-accounts by the address', async () => {
    const account = (username: string) => ({
      username,
      email: `${username}@outside.example`,
      name: 'Lina Ong',
      password: 'helper-2026',
      confirmation: 'helper-2026',
    });
    const made = [];
    // Not in the list of secret calls (rules §2): plain, and sealed as our own pages send it.
    for (const body of [account('outside1'), account('outside2'), seal(account('outside3'))])
      made.push(await ask('POST', '/api/ucenter/user/createchildaccout', body));
    expect(made.map((one) => one.code)).toEqual([200, 200, 200]);
    const page = (at: number) => ask('POST', `/api/ucenter/user/childaccountlist?page=${at}&limit=2`);
    const [first, second] = [(await page(1)).data, (await page(2)).data];
    expect([first.page, first.list.length, second.page]).toEqual([1, 2, 2]);
    expect(first.total).toBeGreaterThanOrEqual(3);
    const shown = [...first.list, ...second.list].map((one) => one.userNo);
    expect(new Set(shown).size).toBe(shown.length);
    const inBody = await ask('POST', '/api/ucenter/user/childaccountlist', { page: 2, limit: 2 });
    expect(inBody.data).toEqual(second);
    expect((await ask('POST', '/api/ucenter/user/childaccountlist', { page: 2, size: 2 })).data).toEqual(second);
    const child = made[0]?.data.userNo;
    expect((await ask('POST', `/api/ucenter/user/changeuserstatus/${child}/-1`)).data).toEqual({ status: -1 });
    expect((await ask('POST', `/api/ucenter/user/changeuserstatus/${child}/1`)).code).toBe(200);
    const reset = await ask('POST', `/api/ucenter/user/resetchildaccountpassword/${child}`);
    expect(reset.data.password).toMatch(/.{6,20}/);
  });

  it('turns the pages of every list as those of its sub-accounts (§7 childaccountlist)', async () => {
    const found = (await ask('POST', '/api/product', { page: 2, limit: 3 })).data;
    expect([found.page, found.list.length]).toEqual([2, 3]);
    expect((await ask('GET', '/api/order/list?page=1&limit=2')).data).toMatchObject({ page: 1 });
    expect((await ask('GET', '/api/pay/bill?page=1&limit=10')).data).toMatchObject({ page: 1 });
    expect((await ask('GET', '/api/pay/bill?page=1&limit=')).data).toMatchObject({ page: 1 });
    for (const list of ['/api/order/list', '/api/pay/bill']) {
      for (const rows of [1, 25, 50]) expect((await ask('GET', `${list}?limit=${rows}`)).code, list).toBe(200);
      for (const rows of [0, 51]) expect((await ask('GET', `${list}?limit=${rows}`)).code, list).toBe(200001);
    }
    const refused = await ask('GET', '/api/order/list?limit=1000');
    expect(refused.data).toEqual({ fields: { limit: 'At most 50' } });
    const both = await ask('GET', '/api/order/list?limit=10&size=10');
    expect(both.data).toEqual({ fields: { limit: 'There is no such field' } });
  });

  it('searches for places, nations and its country', async () => {
    expect((await ask('POST', '/api/basic/region/searchRegion', { query: 'test' })).data.list[0].code).toBe(
      'testville',
    );
    const nations = (await ask('POST', '/api/basic/nationality/search', {})).data.list;
    expect(nations.length).toBeGreaterThanOrEqual(249);
    expect(nations.find((one: { code: string }) => one.code === 'AG')).toEqual({
      code: 'AG',
      name: 'Antigua & Barbuda',
      areaCode: '1268',
    });
    expect((await ask('POST', '/api/ucenter/ip/get2Words')).code).toBe(200);
  });

  it('searches, quotes and books', async () => {
    expect((await ask('GET', '/api/product/keyQuery?query=green')).code).toBe(200);
    const found = await ask('POST', '/api/product', { query: 'Green Hills' });
    const { id } = found.data.list[0];
    const product = (await ask('GET', `/api/product/${id}`)).data;
    const [pack] = product.packages;
    expect((await ask('GET', `/api/product/package/${pack.id}`)).data.id).toBe(pack.id);
    const on = pack.nextOn;
    const days = await ask('POST', '/api/product/inventories', { packageId: pack.id, from: on, to: on });
    const { session } = days.data.days[0];
    const line = { skuId: pack.skus[0].id, playOn: on, session, quantity: 2 };
    expect((await ask('POST', '/api/product/bookCheck', { lines: [line] })).code).toBe(200);
    const quote = await ask('POST', `/api/product/skuQuote/${line.skuId}`, {
      playOn: on,
      session,
      quantity: 2,
      percent: '10',
    });
    expect([quote.code, quote.msg]).toEqual([200, '']);
    const form = await ask('GET', `/api/order/bookProducts?lines=${line.skuId}:${on}:${session}:2`);
    const order = {
      lines: [line],
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
      orderFields: fillFields(form.data).orderFields,
      travellers: [],
      travellersLater: true,
      agreed: true,
      seenTotal: form.data.total,
    };
    const placed = await ask('POST', `/api/order/${id}/createOrder`, order, { 'idempotency-key': 'outside-order-1' });
    expect([placed.code, placed.msg]).toEqual([200, '']);
    const again = await ask('POST', `/api/order/${id}/createOrder`, order, { 'idempotency-key': 'outside-order-1' });
    expect(again.data.orderNo).toBe(placed.data.orderNo);
    booked.orderNo = placed.data.orderNo;
  });

  it('asks for the amount due in its currency and for its account, and pays', async () => {
    const info = await ask('GET', `/api/order/${booked.orderNo}/payInfo?currency=USD&accountType=deposit`);
    expect([info.data.shown.currency, info.data.channels.map((one: { channel: string }) => one.channel)]).toEqual([
      'USD',
      ['deposit'],
    ]);
    // By its number of §3.
    const numbered = await ask('GET', `/api/order/${booked.orderNo}/payInfo?accountType=1`);
    expect(numbered.data.channels.map((one: { channel: string }) => one.channel)).toEqual(['deposit']);
    const all = await ask('GET', `/api/order/${booked.orderNo}/payInfo`);
    expect([all.data.shown.currency, all.data.channels.length > 1]).toEqual(['MYR', true]);
    expect((await ask('GET', `/api/order/${booked.orderNo}/payInfo?currency=XXX`)).data.fields).toHaveProperty(
      'currency',
    );
    const key = { 'idempotency-key': 'outside-pay-1' };
    const paid = await ask('POST', `/api/order/${booked.orderNo}/paying`, { channel: 1 }, key);
    expect([paid.code, paid.msg]).toEqual([200, '']);
    expect((await ask('GET', `/api/order/${booked.orderNo}/isPaySuccess`)).data.paid).toBe(true);
    expect((await ask('GET', '/api/pay/bill')).code).toBe(200);
  });

  it('completes the travellers', async () => {
    const open = await ask('POST', '/api/order/getIncompleteOrderList', {});
    expect(open.data.list.map((one: { orderNo: string }) => one.orderNo)).toContain(booked.orderNo);
    const link = await ask('POST', '/api/order/completion/link', { orderNos: [booked.orderNo] });
    const key = new URL(link.data.address).searchParams.get('token');
    const asked = (await ask('GET', `/api/order/intactInfo?token=${key}`)).data.orders[0];
    const { travellers } = fillFields({ travellerFields: asked.travellerFields, travellerCount: 2 });
    const result = await ask('POST', '/api/order/intact', {
      token: key,
      orderNo: booked.orderNo,
      travellers,
      complete: true,
    });
    expect([result.code, result.data]).toEqual([200, { state: 'done', missing: [] }]);
  });

  it('follows the order, remarks on it, exports it and cancels it', async () => {
    const { orderNo } = booked;
    const detail = (await ask('GET', `/api/order/detail/${orderNo}`)).data;
    const [line] = detail.lines;
    expect((await ask('GET', '/api/order/list')).data.list[0].orderNo).toBe(orderNo);
    expect((await ask('GET', '/api/order/creaters')).code).toBe(200);
    const remark = await ask('POST', '/api/order/remark', { orderNo, text: 'A window seat, please' });
    expect([remark.code, remark.msg]).toEqual([200, '']);
    expect((await ask('GET', `/api/order/${orderNo}/1/remarks`)).code).toBe(200);
    const sheet = await test.fetch('/api/order/export', { headers: { token, l: 'en', c: 'MYR' } });
    expect([sheet.status, (await sheet.text()).includes(orderNo)]).toEqual([200, true]);
    const rules = await ask('GET', `/api/order/rules/${line.subOrderNo}`);
    expect(rules.code).toBe(200);
    expect((await ask('GET', `/api/order/rules/${orderNo}`)).data).toEqual(rules.data);
    const vouchers = await ask('GET', `/api/order/${orderNo}/${line.encryptProductId}/vouchers`);
    expect([vouchers.code, vouchers.data.list]).toEqual([200, expect.any(Array)]);
    const due = await ask('POST', '/api/order/refund/calculate', { subOrderNo: line.subOrderNo, refundNum: 1 });
    expect([due.code, due.msg]).toEqual([200, '']);
    const asked = { orderNo, subOrderNo: line.subOrderNo, refundNum: 2, remark: 'Illness' };
    const cancelled = await ask('POST', '/api/order/cancel', asked);
    expect([cancelled.code, cancelled.msg]).toEqual([200, '']);
    expect((await ask('GET', `/api/order/cancel?query=${orderNo}`)).code).toBe(200);
    expect((await ask('POST', '/api/ucenter/sso/logout')).code).toBe(200);
    expect((await ask('GET', '/api/order/list')).http).toBe(401);
  });
});
