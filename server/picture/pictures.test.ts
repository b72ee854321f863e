// Pictures that an owner uploads (§3, security rule 56): re-encoded, served in the widths and formats of screens, shown on cards,
// on the product's page and in orders; never another owner's.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProductDocument } from '../../contract/editing.ts';
import { makeEditor, newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { forgetSitemaps } from '../catalog/serve-site-files.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let address: string;

beforeAll(async () => {
  test = await openTestHouse();
  const photo = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#3a7' } })
    .withExif({ IFD0: { Artist: 'a private name' } })
    .jpeg()
    .toBuffer();
  address = (await upload(photo, 'image/jpeg')).data.address;
  await sql`INSERT INTO product_picture (owner_id, product_id, picture_id, alts, focus_x, focus_y, position)
    SELECT 1, product_id, ${address.split('/').at(-1)}, '{"en": "The tower at dusk", "zh_CN": "黄昏中的塔"}', 30, 100, 0
    FROM product WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
});
afterAll(() => test.close());

async function upload(bytes: Buffer, type: string) {
  const token = await test.signIn('content@one.example', 'content-2026');
  const headers = { 'content-type': type, token, l: 'en' };
  const answer = await test.fetch('/api/console/pictures', { method: 'POST', headers, body: new Uint8Array(bytes) });
  return (await answer.json()) as { code: number; data: { address: string } };
}

async function look(path: string, accept: string, host = 'one.test') {
  const answer = await test.fetch(path, { headers: { accept }, host });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

it('come in the width that a screen asks for, as AVIF, WebP or JPEG, and may be cached for ever', async () => {
  const kinds = [
    ['?w=390', 'image/avif,image/webp', 'heif', 400],
    ['?w=800', 'image/webp', 'webp', 800],
    ['?w=9999', '*/*', 'jpeg', 1200],
    ['', 'image/webp,*/*', 'webp', 1600],
    ['', '*/*', 'jpeg', 1600],
  ] as const;
  for (const [query, accept, format, width] of kinds) {
    const { status, headers, bytes } = await look(address + query, accept);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('immutable');
    const result = await sharp(bytes).metadata();
    expect([result.format, result.width]).toEqual([format, width]);
    expect(bytes.includes('a private name')).toBe(false);
  }
});

it('are refused with a code and stored not at all while there is no room for them', async () => {
  const house = test.database.house;
  const count = async () =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM picture`.execute(house)).rows[0]?.n;
  const before = await count();
  const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  await sql`CREATE FUNCTION refuse_picture() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE disk_full; END'`.execute(
    house,
  );
  await sql`CREATE TRIGGER refuse_picture AFTER INSERT ON picture FOR EACH ROW EXECUTE FUNCTION refuse_picture()`.execute(
    house,
  );
  try {
    expect((await upload(photo, 'image/png')).code).toBe(503);
  } finally {
    await sql`DROP FUNCTION refuse_picture CASCADE`.execute(house);
  }
  expect(await count()).toBe(before);
  expect((await upload(photo, 'image/png')).code).toBe(200);
});

it('are named in the sitemap beside their product', async () => {
  // Cached for minutes, and other houses were open in this process.
  forgetSitemaps();
  const sitemap = await (await test.fetch('/sitemap/ja_JP-1.xml')).text();
  expect(sitemap).toContain(`<image:image><image:loc>http://one.test${address}</image:loc></image:image></url>`);
});

it('are shown also while a smaller copy cannot be stored', async () => {
  const house = test.database.house;
  await sql`CREATE FUNCTION refuse_size() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE disk_full; END'`.execute(
    house,
  );
  await sql`CREATE TRIGGER refuse_size BEFORE INSERT ON picture_size FOR EACH ROW EXECUTE FUNCTION refuse_size()`.execute(
    house,
  );
  try {
    const { status, bytes } = await look(`${address}?w=400`, 'image/webp');
    expect(status).toBe(200);
    expect((await sharp(bytes).metadata()).width).toBe(400);
  } finally {
    await sql`DROP FUNCTION refuse_size CASCADE`.execute(house);
  }
});

it('are made once, also when thirty ask together', async () => {
  const result = await Promise.all(Array.from({ length: 30 }, () => look(`${address}?w=160`, 'image/avif')));
  expect(new Set(result.map((item) => item.bytes.toString('base64'))).size).toBe(1);
  const stored = await sql<{ n: number }>`SELECT count(*)::int AS n FROM picture_size WHERE width = 160`.execute(
    test.database.house,
  );
  expect(stored.rows[0]?.n).toBe(1);
});

it("are not another owner's", async () => {
  expect((await look(address, '*/*', 'two.test')).status).toBe(421);
  expect((await look(`${address}?w=400`, '*/*', 'two.test')).status).toBe(421);
  expect((await look('/api/ucenter/picture/none-of-that-name?w=400', '*/*')).status).toBe(421);
});

it('are shown on cards, on the page, in the booking and in orders made from then on', async () => {
  const cards = await test.call('searchProducts', { query: 'tower' }, { language: 'zh_CN' });
  // With its own colour, which is shown until it has loaded, and the point that stays in view.
  const look = { src: address, colour: expect.stringMatching(/^#3[0-9a-f]a[0-9a-f]7[0-9a-f]$/), focus: '30% 100%' };
  expect(cards.data.list[0]?.picture).toMatchObject({ ...look, alt: '黄昏中的塔' });
  const product = await findProduct(test, 'Silver Tower');
  expect(product.pictures).toHaveLength(1);
  expect(product.pictures[0]).toMatchObject({ ...look, alt: 'The tower at dusk' });
  const token = await test.signIn('member@one.example', 'member-2026');
  const skuId = product.packages[0]?.skus[0]?.id ?? '';
  const form = await test.call('bookProducts', { lines: `${skuId}:${playOn}::1` }, { token });
  expect(form.data.picture).toMatchObject(look);
  const made = await test.call(
    'createOrder',
    {
      id: product.id,
      lines: [{ skuId, playOn, quantity: 1 }],
      addOns: [],
      contact: { name: 'Mei Tan', email: 'mei@example.com' },
      orderFields: fillFields(form.data).orderFields,
      travellers: [],
      agreed: true,
      seenTotal: { amountMinor: 10_000, currency: 'MYR' },
    },
    { token, key: newKey() },
  );
  const detail = await test.call('orderDetail', { id: made.data.orderNo }, { token });
  expect(detail.data.picture).toMatchObject(look);
});

it('are refused when they are no pictures or too large', async () => {
  expect((await upload(Buffer.from('<svg onload="x()"/>'), 'image/png')).code).toBe(200501);
  expect((await upload(Buffer.alloc(1_048_577), 'image/png')).code).toBe(200501);
});

it('shows a plan of its seats where its kind has seats, with words of its own or of the house (§3 product)', async () => {
  const pictureId = address.split('/').at(-1) ?? '';
  const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const save = (document: Partial<ProductDocument>) => editor.save({ document: newDocument(document) });
  const fieldsOf = (answer: { data: unknown }) => Object.keys((answer.data as { fields: object }).fields);
  expect(fieldsOf(await save({ type: 8, subtype: 801, seatPlan: pictureId }))).toEqual(['seatPlan']);
  expect(fieldsOf(await save({ seatPlan: 'nowhere-to-be-found' }))).toEqual(['seatPlan']);
  const names = { en: 'Opera', zh_CN: '歌剧' };
  const id = await editor.create(
    newDocument({ key: 'opera', type: 4, subtype: 401, names, seatPlan: pictureId, seatPlanAlts: { en: 'The hall' } }),
  );
  expect((await editor.open(id)).document).toMatchObject({ seatPlan: pictureId, seatPlanAlts: { en: 'The hall' } });
  const [pack] = (await editor.open(id)).document.packages;
  await editor.calendar(pack?.id ?? '', [{ on: playOn, session: '', capacity: 20 }]);
  expect((await editor.state(id, 'published')).code).toBe(200);
  const seen = async (language: string) => (await test.call('productDetail', { id }, { language })).data.seatPlan;
  expect(await seen('en')).toMatchObject({ alt: 'The hall', src: expect.stringContaining(pictureId) });
  const opened = await editor.open(id);
  await editor.save({ id, revision: opened.revision, document: { ...opened.document, seatPlanAlts: {} } });
  expect((await seen('zh_CN'))?.alt).toBe('座位图：歌剧');
  // The buyer finds it on the order and on the pass that is shown at the door.
  const member = await test.signIn('member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, member, { product: 'Opera' });
  const plan = { src: expect.stringContaining(pictureId), alt: 'Seat plan: Opera' };
  const [stop] = (await test.call('journey', { orderNo }, { token: member })).data.stops;
  expect(stop?.seatPlan).toMatchObject(plan);
  expect((await test.call('pass', { orderNo }, { token: member })).data.stops[0]?.seatPlan).toMatchObject(plan);
  // It is no photograph of the product.
  expect((await test.call('productDetail', { id })).data.pictures[0]?.src).not.toContain(pictureId);
});

it('is the logo at the head of mails, beside the name, which is shown without pictures too (decision 0575)', async () => {
  const token = await test.signIn('admin@one.example', 'admin-2026');
  const mail = async () => {
    const { id } = (await test.call('consoleMailTry', {}, { token })).data;
    return (await test.call('consoleMail', { id }, { token })).data.html;
  };
  const plain = await mail();
  expect(plain).not.toContain('<img');
  expect(plain).toMatch(/background:#[0-9a-f]{6};color:#fff">Owner one<\/div>/);
  const wide = await sharp({ create: { width: 800, height: 100, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const logo = (await upload(wide, 'image/png')).data.address;
  const { name, currency, limitDefaults, ...settings } = (await test.call('consoleSettings', {}, { token })).data;
  expect((await test.call('consoleSettingsSave', { ...settings, ownerPicture: logo }, { token })).code).toBe(200);
  const html = await mail();
  // Fits into 200 by 36, also by attributes for programs that ignore styles.
  expect(html).toContain(`<img src="http://one.test${logo}?w=400" alt=""\n width="200" height="25"`);
  expect(html).toMatch(/<span[^>]*>Owner one<\/span>/);
  // Mail programs do not name their formats, and few read WebP.
  const { status, bytes } = await look(`${logo}?w=400`, '*/*');
  expect([status, (await sharp(bytes).metadata()).format]).toEqual([200, 'jpeg']);
});
