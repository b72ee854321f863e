// Accepted agreements: the version under which an order was placed (§5 agreement), and the contract of one distributor
// (§2 agreement/{token}), which its main account accepts once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, findProduct, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let admin: string;
let operations: string;
let main: string;
let sub: string;
let member: string;
let id = '';
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  main = await test.signIn('agent@one.example', 'agent-2026');
  sub = await test.signIn('sub@one.example', 'sub-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  const partners = (await test.call('consolePartners', {}, { token: operations })).data.list;
  id = partners.find((partner) => partner.name === 'Agency')?.id ?? '';
});
afterAll(() => test.close());

const publishBooking = async (en: string) => {
  const form = { kind: 'booking', titles: { en: 'Booking' }, texts: { en } } as const;
  return (await test.call('consoleAgreementPublish', form, { token: admin })).data.version;
};
const readBooking = async () => (await test.call('agreement', { kind: 'booking' })).data;

let lastInput: InputOf<'createOrder'>;
/** An order of a ticket whose form was opened before `meanwhile`. */
async function order(options: { shown: boolean; meanwhile?: () => Promise<unknown> }) {
  const product = await findProduct(test, 'Silver');
  const line = { skuId: product.packages[0]?.skus[0]?.id ?? '', playOn, session: '', quantity: 1 };
  const lines = `${line.skuId}:${playOn}::1`;
  const form = (await test.call('bookProducts', { lines }, { token: member })).data;
  await options.meanwhile?.();
  const input = {
    id: product.id,
    lines: [line],
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '123456' },
    ...fillFields(form),
    agreed: true,
    ...(options.shown ? { agreement: form.agreement ?? undefined } : {}),
    seenTotal: form.total,
  };
  lastInput = input;
  const placed = await test.call('createOrder', input, { token: member, key: newKey() });
  expect([placed.code, placed.msg]).toEqual([200, '']);
  return (await test.call('orderDetail', { id: placed.data.orderNo }, { token: member })).data;
}

describe('the booking agreement of an order (§5 agreement)', () => {
  it('is the version that the buyer was shown, also when another one came meanwhile', async () => {
    await publishBooking('First');
    const first = await readBooking();
    const shown = await order({ shown: true, meanwhile: () => publishBooking('Second') });
    expect(shown.agreement).toEqual({ token: first.token, version: first.version });
    expect((await test.call('agreement', { token: first.token })).data.text).toBe('First');
    // §7 agreement takes nothing: what one accepts when booking.
    expect((await test.call('agreement', {})).data).toMatchObject({ kind: 'booking', text: 'Second' });
    const seen = (await test.call('consoleOrder', { id: shown.orderNo }, { token: operations })).data;
    expect(seen.agreement).toEqual(shown.agreement);
    const second = await readBooking();
    const forged = await test.call('createOrder', { ...lastInput, agreement: 'zzz' }, { token: member, key: newKey() });
    expect([forged.code, forged.data]).toMatchObject([200303, { fields: { agreed: expect.any(String) } }]);
    const plain = await order({ shown: false });
    expect([plain.agreement?.version, second.version]).toEqual([second.version, first.version + 1]);
  });
});

const write = (en: string, token = admin, titles = { en: 'Contract' }) =>
  test.call('consoleContractPublish', { id, titles, texts: { en } }, { token });
const newest = async () => (await test.call('contracts', {}, { token: main })).data.list[0];
const accept = (token: string, as = main) => test.call('contractAccept', { token }, { token: as });

describe('the contract of a distributor (§2 agreement/{token})', () => {
  it('is written by an admin, and each wrong field is named', async () => {
    expect((await write('Ten percent.', operations)).http).toBe(421);
    expect((await write(' ')).data).toEqual({ fields: { 'texts.en': 'This field is required' } });
    expect((await write('Ten percent.')).data).toEqual({ version: 1 });
    const individuals = (await test.call('consolePartners', { registrant: 'individual' }, { token: operations })).data;
    const person = { id: individuals.list[0]?.id ?? '', titles: { en: 'C' }, texts: { en: 'C' } };
    expect((await test.call('consoleContractPublish', person, { token: admin })).http).toBe(421);
    const log = (await test.call('consoleLog', { act: 'contract-published' }, { token: admin })).data.list;
    expect(log).toHaveLength(1);
  });

  it('is read by its own people alone', async () => {
    const token = (await newest())?.token ?? '';
    const read = (as?: string) => test.call('agreement', { token }, as ? { token: as } : {});
    expect((await read(main)).data).toMatchObject({ kind: 'contract', text: 'Ten percent.', version: 1 });
    expect((await read(main)).data.contract).toMatchObject({ acceptedAt: null, waits: true, mayAccept: true });
    expect((await read(sub)).data.contract).toMatchObject({ waits: true, mayAccept: false });
    expect((await read()).http).toBe(401);
    expect((await read(member)).http).toBe(421);
    expect((await test.call('contracts', {}, { token: member })).data.list).toEqual([]);
    const other = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    expect((await test.call('agreement', { token }, { token: other, host: 'two.test' })).http).toBe(421);
  });

  it('is accepted once by the main account, with version and date, of twenty at once', async () => {
    const token = (await newest())?.token ?? '';
    expect((await accept(token, sub)).http).toBe(421);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    const first = await newest();
    expect(first).toMatchObject({ version: 1, waits: false });
    expect(Date.parse(first?.acceptedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await accept(token)).code).toBe(200);
    expect(await newest()).toEqual(first);
    const seen = (await test.call('consoleContracts', { id }, { token: operations })).data.list[0];
    expect(seen).toMatchObject({ version: 1, acceptedAt: first?.acceptedAt, acceptedName: first?.acceptedName });
  });

  it('would be accepted by twenty without the guard', async () => {
    await write('Ten and a half percent.');
    const token = (await newest())?.token ?? '';
    const { rows } = await sql<{ account_id: number; partner_id: number }>`SELECT account_id, partner_id FROM account
      WHERE owner_id = 1 AND email = 'agent@one.example'`.execute(test.database.house);
    const { account_id: accountId, partner_id: partnerId } = rows[0] ?? ({} as never);
    const by = (name: string) => ({ token, partnerId, accountId, name });
    const acceptAll = async ({ acceptContract }: typeof import('./contracts.sql.ts')) => {
      const owner = test.database.forOwner(1);
      const all = await Promise.all(Array.from({ length: 20 }, (_, at) => acceptContract(owner, by(`Person ${at}`))));
      return all.reduce((sum, value) => sum + value, 0);
    };
    await withoutGuard<typeof import('./contracts.sql.ts')>(
      'site/contracts.sql.ts',
      [[' AND accepted_at IS NULL', '']],
      async (module) => expect(await acceptAll(module)).toBe(20),
    );
    await sql`UPDATE partner_contract SET accepted_at = NULL, accepted_by = NULL, accepted_name = NULL
      WHERE token = ${token}`.execute(test.database.house);
    expect(await acceptAll(await import('./contracts.sql.ts'))).toBe(1);
  });

  it('waits again after a new version; an older one that was not accepted cannot be accepted any more', async () => {
    await write('Eleven percent.');
    const second = (await newest())?.token ?? '';
    await write('Twelve percent.');
    expect((await accept(second)).code).toBe(200009);
    const list = (await test.call('contracts', {}, { token: main })).data.list;
    expect(list.map(({ version, waits, acceptedAt }) => [version, waits, acceptedAt !== null])).toEqual([
      [4, true, false],
      [3, false, false],
      [2, false, true],
      [1, false, true],
    ]);
    expect((await accept('no-such-token')).http).toBe(421);
  });
});
