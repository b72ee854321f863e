// Products in the back office over HTTP: saved as one document under one revision, validated by field, hidden until they are published,
// never losing a sold part.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDocument } from '../../contract/editing.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
let member: string;
let editor: Editor;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  editor = makeEditor(test, { token: content });
});
afterAll(() => test.close());

const house = () => test.database.house;
/** Results are cached for seconds, so each search asks for a page of its own size. */
let size = 5;
const _find = async (query: string) => {
  size += 1;
  return (await test.call('searchProducts', { query, size })).data.list.map((item) => item.name);
};
const logOf = async (id: string) =>
  (
    await sql<{ act: string; before: object; after: Record<string, unknown> }>`SELECT act, before, after FROM audit_log
      WHERE subject = ${`product ${id}`} ORDER BY entry_id`.execute(house())
  ).rows;
const idOf = async (name: string) => (await findProduct(test, name)).id;

describe('a product', () => {
  it('is written as a draft, read back as it was written, changed under its revision, and logged by what changed (§3 SKU; §3 product)', async () => {
    const document = newDocument({
      addOns: [{ names: { en: 'Lantern' }, priceMinor: 500, costMinor: null, most: 2, onShelf: true }],
      refundRules: [
        { daysBefore: 1, hoursBefore: null, feePercent: 100 },
        { daysBefore: 7, hoursBefore: null, feePercent: 50 },
      ],
    });
    const id = await editor.create(document);
    const opened = await editor.open(id);
    expect(opened).toMatchObject({ state: 'draft', revision: 1, zone: 'Asia/Kuala_Lumpur' });
    const [pack] = opened.document.packages;
    expect(opened.document).toEqual({
      ...document,
      refundRules: [
        { daysBefore: 7, hoursBefore: null, feePercent: 50 },
        { daysBefore: 1, hoursBefore: null, feePercent: 100 },
      ],
      addOns: [{ ...document.addOns[0], id: opened.document.addOns[0]?.id }],
      packages: [{ ...newPackage(), id: pack?.id, skus: [{ ...newSku(), id: pack?.skus[0]?.id }] }],
    });
    const dearer = [{ ...newPackage(), ...pack, skus: [newSku({ ...pack?.skus[0], priceMinor: 12_000 })] }];
    const names = { ...document.names, th: '  เดินชมโคมไฟ ', vi: '   ' };
    const save = { id, revision: 1, document: { ...opened.document, names, packages: dearer } };
    expect((await editor.save(save)).data).toEqual({ id, revision: 2 });
    expect((await editor.save(save)).code).toBe(200009);
    expect((await editor.save({ ...save, revision: undefined })).data).toEqual({
      fields: { revision: 'This field is required' },
    });
    expect((await editor.open(id)).document.names).toEqual({ ...document.names, th: 'เดินชมโคมไฟ' });
    const [, log] = await logOf(id);
    const price = `packages.${pack?.id}.skus.${pack?.skus[0]?.id}.priceMinor`;
    expect(log).toMatchObject({ act: 'product-saved', before: { revision: 1, [price]: 9900 } });
    // A form sends the languages of a text in another order than the database; that changes nothing.
    const { names: given } = (await editor.open(id)).document;
    const turned = { ...opened.document, names: Object.fromEntries(Object.entries(given).reverse()), lat: 5.41 };
    expect((await editor.save({ id, revision: 2, document: { ...turned, packages: dearer } })).data.revision).toBe(3);
    expect((await logOf(id))[2]).toMatchObject({
      act: 'product-saved',
      after: { revision: 3, changed: ['lat'], lat: 5.41 },
    });
    expect(log?.after).toEqual({ revision: 2, changed: ['names', price], [price]: 12_000 });
  });

  it('lasts a number of days, hours or minutes, and nothing else (§3 play time unit)', async () => {
    const answer = await editor.save({ document: newDocument({ key: 'weeks', playUnit: 4 }) });
    expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual(['playUnit']);
    for (const playUnit of [1, 2, 3])
      expect((await editor.save({ document: newDocument({ key: `lasts-${playUnit}`, playUnit }) })).code).toBe(200);
  });

  it('says facts of its kind in the reader’s language and the order of the list, and none of another kind (§3 product)', async () => {
    const refused = await editor.save({ document: newDocument({ key: 'facts', amenities: ['skipLine', 'pool'] }) });
    expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toEqual(['amenities.1']);
    const names = { en: 'Facts', zh_CN: 'Facts' };
    const id = await editor.create(newDocument({ key: 'facts', names, amenities: ['skipLine', 'mobileTicket'] }));
    const packageId = (await editor.open(id)).document.packages[0]?.id ?? '';
    await editor.calendar(packageId, [{ on: playOn, session: '', capacity: 20 }]);
    expect((await editor.state(id, 'published')).code).toBe(200);
    const say = async (language: string) => (await test.call('productDetail', { id }, { language })).data.features;
    expect(await say('en')).toEqual(['Dated: for the day you choose', 'Shown on the phone', 'Skips the ticket line']);
    expect(await say('zh_CN')).toEqual(['指定日期，所选当天有效', '出示手机即可', '免排队购票']);
    // Whether it is open or for a day, and how to enter with it, is shown at the head of the page.
    const head = async (change: (document: ProductDocument) => Partial<ProductDocument>) => {
      const opened = await editor.open(id);
      await editor.save({
        id,
        revision: opened.revision,
        document: { ...opened.document, ...change(opened.document) },
      });
      return (await test.call('productDetail', { id })).data.keyFacts;
    };
    const dated = await head(() => ({ redemption: 'exchange' }));
    expect(dated).toEqual(['Exchange the voucher at the counter', 'Dated: for the day you choose']);
    const open = await head(({ packages }) => ({ packages: packages.map((pack) => ({ ...pack, openDays: 90 })) }));
    expect(open[1]).toBe('Open date: valid for 90 days from purchase');
  });

  it('says figures of its kind in the reader’s way of writing, two of them on its card, and none of another kind (§3 product)', async () => {
    const piece = newSku({ ticketType: null, minAge: 0, names: { en: 'One' } });
    const plan = (key: string, dataMb: number, dataDays: number) =>
      newPackage({ key, names: { en: key }, dataMb, dataDays, skus: [piece] });
    const sim = { key: 'sim', type: 10, subtype: 1002, names: { en: 'Island SIM', zh_CN: '海岛卡' } };
    const wrong = newDocument({
      ...{ ...sim, groupMost: 12, coverage: ['JP', 'XX'], amenities: ['unlimitedData'] },
      packages: [{ ...plan('small', 5000, 7), areaSqm: 20 }],
    });
    const refused = await editor.save({ document: wrong });
    expect(Object.keys((refused.data as unknown as { fields: object }).fields).sort()).toEqual([
      ...['coverage.1', 'groupMost', 'packages.0.areaSqm', 'packages.0.dataMb'],
    ]);
    const bounds = await editor.save({ document: newDocument({ ...sim, packages: [plan('small', 5000, 400)] }) });
    expect(Object.keys((bounds.data as unknown as { fields: object }).fields)).toEqual(['packages.0.dataDays']);
    const id = await editor.create(
      newDocument({
        ...sim,
        coverage: ['JP', 'KR', 'TH'],
        packages: [plan('small', 500, 7), plan('large', 10_000, 30)],
      }),
    );
    for (const { id: packageId } of (await editor.open(id)).document.packages)
      await editor.calendar(packageId ?? '', [{ on: playOn, session: '', capacity: 20 }]);
    expect((await editor.state(id, 'published')).code).toBe(200);
    const page = async (language: string) => (await test.call('productDetail', { id }, { language })).data;
    expect((await page('en')).features).toEqual([
      ...['0.5–10 GB of data', '7–30 days', 'Works in Japan, South Korea, Thailand'],
    ]);
    expect((await page('fr_FR')).features[0]).toMatch(/^0,5.10\sGo de données$/);
    // No blank before a unit in Japanese letters; a blank before one in Chinese, as in all texts of the shop.
    expect((await page('ja_JP')).features.slice(0, 2)).toEqual(['データ量0.5～10 GB', '7～30日']);
    expect((await page('zh_CN')).features[1]).toBe('7-30 天');
    expect((await page('en')).packages.map((pack) => pack.figures)).toEqual([
      ...['500 MB of data · 7 days', '10 GB of data · 30 days'],
    ]);
    const card = async (language: string) =>
      (await test.call('searchProducts', { query: 'Island SIM' }, { language })).data.list[0]?.facts;
    expect(await card('en')).toBe('0.5–10 GB of data · 7–30 days');
    // What is taken back is gone from cards at once.
    const opened = await editor.open(id);
    const packages = opened.document.packages.map((pack) => ({ ...pack, dataDays: null }));
    await editor.save({ id, revision: opened.revision, document: { ...opened.document, packages } });
    expect(await card('zh_CN')).toBe('0.5-10 GB 流量 · 3 个国家和地区');
  });

  it('is judged field by field', async () => {
    const foreign = (await editor.open(await idOf('Silver Tower'))).document.packages[0];
    const two = await makeEditor(test, {
      token: await test.signIn('content@two.example', 'content-2026', 'two.test'),
      host: 'two.test',
    }).create(newDocument({ key: 'of-two' }));
    expect(two).toMatch(/^\d+$/);
    const answer = await editor.save({
      document: newDocument({
        key: 'tower',
        subtype: 101,
        city: 'atlantis',
        names: { zh_CN: '名' },
        scene: { kind: 'nowhere', time: 'day' },
        refundRules: [
          { daysBefore: 3, hoursBefore: null, feePercent: 0 },
          { daysBefore: 3, hoursBefore: null, feePercent: 50 },
        ],
        orderFields: [402, 402],
        travellerFields: [999],
        supplierId: '1',
        pictures: [{ pictureId: 'none', alts: {}, focusX: 50, focusY: 50 }],
        areas: ['7'],
        itinerary: [{ day: 1, time: '29:00', lat: 5.42, lng: null, titles: {}, texts: {} }],
        included: [{ en: '  ' }],
        addOns: [{ names: {}, priceMinor: 1, costMinor: null, most: null, onShelf: true }],
        packages: [
          newPackage({ id: foreign?.id, minQuantity: 9, maxQuantity: 3, minNights: 5, maxNights: 2 }),
          newPackage({
            skus: [
              newSku({ minAge: 18, maxAge: 3 }),
              newSku({ names: { en: 'Two names' } }),
              newSku({ ticketType: null, carType: 8003, seatClass: 15001 }),
              newSku({ ticketType: 12 }),
              newSku({ ticketType: null }),
              newSku({ id: foreign?.skus[0]?.id }),
            ],
          }),
        ],
      }),
    });
    expect(answer.code).toBe(200001);
    expect((answer.data as unknown as { fields: object }).fields).toEqual({
      key: 'This is already in use; please choose another',
      subtype: 'Please choose one',
      city: 'Please choose one',
      'names.en': 'This field is required',
      'scene.kind': 'Please choose one',
      'refundRules.1.daysBefore': 'This is here twice',
      'orderFields.1': 'This is here twice',
      'travellerFields.0': 'Please choose one',
      supplierId: 'Please choose one',
      'pictures.0.pictureId': 'Please choose one',
      'areas.0': 'Please choose one',
      'itinerary.0.titles': 'This field is required',
      'itinerary.0.time': 'Please use letters and digits only',
      'itinerary.0.lng': 'This field is required',
      'included.0': 'This field is required',
      'addOns.0.names.en': 'This field is required',
      'packages.0.id': 'Please choose one',
      'packages.0.maxQuantity': 'Please enter a number from 9 to 999',
      'packages.0.maxNights': 'Please enter a number from 5 to 90',
      'packages.1.key': 'This is already in use; please choose another',
      'packages.1.skus.0.maxAge': 'Please enter a number from 18 to 999',
      'packages.1.skus.1.ticketType': 'Please choose one',
      'packages.1.skus.2.carType': 'Please choose one',
      'packages.1.skus.3.ticketType': 'Please choose one',
      'packages.1.skus.4.ticketType': 'Please choose one',
      'packages.1.skus.5.id': 'Please choose one',
    });
    for (const key of ['ab', 'Tower', 'a b c', 'ä-b-c'])
      expect((await editor.save({ document: newDocument({ key }) })).data, key).toEqual({
        fields: { key: 'Please use letters and digits only' },
      });
    const car = newDocument({ key: 'chartered-car', type: 11, subtype: 1101 });
    const named = (skus: ReturnType<typeof newSku>[]) =>
      editor.save({ document: { ...car, packages: [newPackage({ skus })] } });
    expect((await named([newSku({ ticketType: null, carType: 8003 })])).data).toEqual({
      fields: { 'packages.0.skus.0.seatClass': 'Please choose one' },
    });
    expect((await named([newSku({ ticketType: null, carType: 8003, seatClass: 15001 })])).code).toBe(200);
    const supplier = await sql<{ id: string }>`SELECT account_id::text AS id FROM account
      WHERE owner_id = 1 AND email = 'supplier@one.example'`.execute(house());
    expect(
      (await editor.save({ document: newDocument({ key: 'supplied', supplierId: supplier.rows[0]?.id }) })).code,
    ).toBe(200);
  });

  it('keeps nothing the database cannot hold, and takes a document larger than other calls', async () => {
    const id = await editor.create(
      newDocument({
        key: 'odd-texts',
        names: { en: 'Odd\u0001 \ud800walk' },
        descriptions: { en: 'One\r\ntwo\u0007' },
      }),
    );
    const { names, descriptions } = (await editor.open(id)).document;
    expect([names.en, descriptions.en]).toEqual(['Odd walk', 'One\ntwo']);
    expect((await editor.change(id, { names: { en: 'No\u0000thing' } })).data).toEqual({
      fields: { 'names.en': 'Please use letters and digits only' },
    });
    const long = Object.fromEntries(['en', 'zh_CN', 'th', 'vi', 'ja_JP'].map((value) => [value, '长'.repeat(20_000)]));
    expect((await editor.change(id, { descriptions: long })).code).toBe(200);
    expect((await editor.change(id, { descriptions: { en: 'x'.repeat(20_001) } })).data).toEqual({
      fields: { 'descriptions.en': 'At most 20,000 characters' },
    });
  });

  it('is one of its own owner and of content staff only', async () => {
    const id = await idOf('Silver Tower');
    const { document } = await editor.open(id);
    const foreign = { token: await test.signIn('content@two.example', 'content-2026', 'two.test'), host: 'two.test' };
    const others = ['operations', 'finance', 'supplier'].map((value) =>
      test.signIn(`${value}@one.example`, `${value}-2026`),
    );
    for (const as of [foreign, ...(await Promise.all(others)).map((token) => ({ token }))]) {
      const packageId = document.packages[0]?.id ?? '';
      const answers = await Promise.all([
        test.call('consoleProduct', { id }, as),
        test.call('consoleProductSave', { id, revision: 1, document }, as),
        test.call('consoleProductCopy', { id }, as),
        test.call('consoleProductState', { id, revision: 1, state: 'draft' }, as),
        test.call('consoleCalendar', { packageId, from: playOn, to: playOn }, as),
        test.call('consoleCalendarSave', { packageId, changes: [{ on: playOn, session: '', capacity: 1 }] }, as),
        test.call('consolePriceRules', { productId: id }, as),
        test.call('consolePriceRuleDelete', { productId: id, id: '1' }, as),
      ]);
      expect(answers.map((answer) => answer.http)).toEqual(answers.map(() => 421));
    }
    expect((await editor.open(id)).state).toBe('published');
  });
});

describe('what was sold', () => {
  it('is never removed: left-out packages and SKUs go off the shelf, others go for good, and the currency stays', async () => {
    const id = await idOf('Green Hills');
    await placeOrder(test, member, { product: 'Green Hills', quantity: 2 });
    const { document } = await editor.open(id);
    const [pack] = document.packages;
    const [adult, child] = pack?.skus ?? [];
    if (!pack || !adult || !child) throw new Error('no package');
    expect((await editor.change(id, { currency: 'USD' })).data).toMatchObject({
      fields: { currency: expect.stringContaining('cannot be changed') },
    });
    expect((await editor.change(id, { packages: [{ ...pack, skus: [child] }] })).code).toBe(200);
    const shown = (await test.call('productDetail', { id })).data.packages[0]?.skus.map((sku) => sku.id);
    expect(shown).toEqual([child.id]);
    const line = { skuId: adult.id ?? '', playOn, session: '', quantity: 2 };
    expect((await test.call('bookCheck', { lines: [line] })).code).toBe(200201);
    const after = (await editor.open(id)).document.packages[0]?.skus ?? [];
    expect(after.map((sku) => [sku.id, sku.onShelf]).sort()).toEqual(
      [
        [adult.id, false],
        [child.id, true],
      ].sort(),
    );
    expect((await editor.change(id, { packages: [{ ...pack, skus: [adult] }] })).code).toBe(200);
    expect((await editor.open(id)).document.packages[0]?.skus.map((sku) => sku.id)).toEqual([adult.id]);
    const answer = await editor.change(id, { packages: [newPackage({ key: pack.key })] });
    expect(answer.data).toEqual({ fields: { 'packages.0.key': 'This is already in use; please choose another' } });
    expect((await editor.change(id, { packages: [newPackage({ key: 'other' })] })).code).toBe(200);
    const packages = (await editor.open(id)).document.packages.map((pack) => [pack.key, pack.onShelf]);
    expect(packages.sort()).toEqual(
      [
        ['other', true],
        [pack.key, false],
      ].sort(),
    );
  });

  it('does not hold back what was not: a left-out package goes with its calendar, and two may swap their keys', async () => {
    const id = await editor.create(
      newDocument({ key: 'two-packs', packages: [newPackage({ key: 'morning' }), newPackage({ key: 'evening' })] }),
    );
    const [one, two] = (await editor.open(id)).document.packages;
    if (!one?.id || !two?.id) throw new Error('no packages');
    await editor.calendar(one.id, [
      {
        on: playOn,
        session: '',
        capacity: 5,
        prices: [{ skuId: one.skus[0]?.id ?? '', priceMinor: 1, wasMinor: null }],
      },
    ]);
    const swapped = [
      { ...one, key: 'evening' },
      { ...two, key: 'morning' },
    ];
    expect((await editor.change(id, { packages: swapped })).code).toBe(200);
    expect((await editor.open(id)).document.packages.map((pack) => [pack.id, pack.key])).toEqual([
      [one.id, 'evening'],
      [two.id, 'morning'],
    ]);
    expect((await editor.change(id, { packages: [two] })).code).toBe(200);
    const left =
      await sql`SELECT 1 FROM departure WHERE package_id = ${one.id} UNION ALL SELECT 1 FROM package WHERE package_id = ${one.id}`.execute(
        house(),
      );
    expect(left.rows).toEqual([]);
    expect((await editor.change(id, { currency: 'USD' })).code).toBe(200);
  });
});
