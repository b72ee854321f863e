// An agency's own logo (§6): stored re-encoded, shown to its own logins only, drawn undistorted on the documents for its customers.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { readPdf } from '../../tests/build/read-pdf.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { sql } from '../platform/db.ts';

const address = '/api/ucenter/partner/logo';
let test: TestHouse;
let main: string;
let sub: string;
let member: string;

beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  const made = await test.call(
    'createChildAccount',
    {
      ...{ username: 'deskone1', email: 'desk1@agency.example', name: 'Desk One', nickName: '', department: '' },
      ...{ areaCode: '60', mobile: '123456789', orderVisibility: 1 },
      ...{ password: 'stand-2026-a', confirmation: 'stand-2026-a' },
    },
    { token: main },
  );
  expect(made.code).toBe(200);
  sub = await test.signIn('desk1@agency.example', 'stand-2026-a');
});
afterAll(() => test.close());

/** A wide logo through which the ground is seen. */
const draw = (width = 1800, height = 450) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0.5 } } });

async function upload(bytes: Buffer, token = main, headers: Record<string, string> = {}) {
  const answer = await test.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'image/png', token, l: 'en', ...headers },
    body: new Uint8Array(bytes),
  });
  return (await answer.json()) as { code: number; msg: string; data: { logo: string } };
}
async function look(token?: string, host?: string) {
  const answer = await test.fetch(address, { host, headers: token ? { token } : {} });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const logoOf = async (token: string) => (await test.call('partner', {}, { token })).data.logo;

describe('the logo of an agency', () => {
  it('is stored smaller, without the file’s metadata, and renamed when it changes', async () => {
    expect(await logoOf(main)).toBeNull();
    const photo = await draw()
      .flatten()
      .withExif({ IFD0: { Artist: 'a private name' } })
      .jpeg()
      .toBuffer();
    const first = await upload(photo);
    expect([first.code, await logoOf(main)]).toEqual([200, first.data.logo]);
    const stored = await look(main);
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 225 });
    expect(stored.bytes.includes('a private name')).toBe(false);
    const second = await upload(await draw().png().toBuffer());
    expect(second.data.logo).not.toBe(first.data.logo);
    const after = await look(main);
    expect(after.headers.get('content-type')).toBe('image/png');
    expect(after.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await sharp(after.bytes).metadata()).toMatchObject({ format: 'png', width: 900, hasAlpha: true });
  });

  it('is seen by the agency’s own logins only', async () => {
    expect((await look(main)).status).toBe(200);
    expect((await look(sub)).status).toBe(200);
    expect((await look()).status).toBe(401);
    expect((await look(main, 'two.test')).status).toBe(401);
    expect((await look(member)).status).toBe(421);
    expect((await look(await test.signIn('admin@one.example', 'admin-2026'))).status).toBe(401);
    const guest = await enterAsGuest(test, 'logo-guest@one.example');
    const result = JSON.parse((await look(guest)).bytes.toString()) as { code: number };
    expect(result.code).toBe(200110);
  });

  it('is changed and deleted by the main account only, not by its staff, others, or from another site', async () => {
    const picture = await draw().png().toBuffer();
    const before = await logoOf(main);
    for (const [token, code] of [
      [sub, 421],
      [member, 421],
      ['nobody', 401],
    ] as const)
      expect((await upload(picture, token)).code).toBe(code);
    expect((await test.call('partnerLogoDelete', {}, { token: sub })).http).toBe(421);
    expect(await logoOf(main)).toBe(before);
  });

  it('is refused when it is no png or jpg by content or larger than 1 MB, and the one before stays', async () => {
    const before = await logoOf(main);
    const result = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
    expect([result.code, result.msg]).toEqual([200505, 'The logo must be a jpg or png picture of at most 1 MB.']);
    const png = await draw(40, 40).png().toBuffer();
    const cut = png.subarray(0, png.length - 30);
    for (const bytes of [await draw(40, 40).webp().toBuffer(), cut, Buffer.alloc(0), Buffer.alloc(1_048_577)])
      expect((await upload(bytes)).code).toBe(200505);
    expect(await logoOf(main)).toBe(before);
  });
});

describe('on documents', () => {
  let orderNo: string;
  beforeAll(async () => {
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
    orderNo = await placeOrder(test, main);
    const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: main, key: newKey() });
    expect(paid.code).toBe(200);
    await upload(await draw().png().toBuffer());
  });
  const read = async (path: string) => {
    const answer = await test.fetch(path, { headers: { token: main, l: 'en' } });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    return Buffer.from(await answer.arrayBuffer());
  };
  const papers = () => [
    ['voucher', `/api/order/download/voucher?subOrderNo=${orderNo}-1`],
    ['vouchers', `/api/order/download/vouchers?orderNo=${orderNo}`],
    ['itinerary', `/api/order/download/itinerary?orderNo=${orderNo}`],
  ];
  /** Pictures 900 points wide in the document: how often it carries them. */
  const countLogos = (pdf: Buffer) =>
    [...pdf.toString('latin1').matchAll(/\/Width 900\n\/Height 225[\s\S]*?\/SMask/g)].length;

  it('replaces the owner’s band on documents in the agency’s name, not distorted', async () => {
    for (const [name, path] of papers()) {
      const plain = await read(`${path}&plain=1`);
      expect([name, countLogos(plain)]).toEqual([name, 1]);
      const [page] = readPdf(plain);
      expect(page?.text).toContain('Agency');
      expect(page?.text).not.toContain('Owner one');
      expect(page?.placed).toContainEqual(expect.objectContaining({ width: 216, height: 54 }));
      expect([name, countLogos(await read(path ?? ''))]).toEqual([name, 0]);
    }
  });

  it('is gone from them once it was deleted', async () => {
    expect((await test.call('partnerLogoDelete', {}, { token: main })).code).toBe(200);
    expect(await logoOf(main)).toBeNull();
    expect((await look(main)).status).toBe(421);
    for (const [, path] of papers()) {
      const plain = await read(`${path}&plain=1`);
      expect(countLogos(plain)).toBe(0);
      expect(readPdf(plain)[0]?.text).toContain('Agency');
    }
    const left = await sql`SELECT 1 FROM partner_logo`.execute(test.database.house);
    expect(left.rows).toHaveLength(0);
  });
});
