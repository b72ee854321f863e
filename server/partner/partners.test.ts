// Partners in the back office (rules §3, §10): applications decided with a reason, price level, freeze, and staff signed in as
// a partner: what they may do, how long, and that the log names both.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let operations: string;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  await sql`INSERT INTO hostname (host, owner_id, customer_service) VALUES ('service.one.test', 1, true)`.execute(
    house(),
  );
  operations = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

const house = () => test.database.house;
let count = 0;
const newAddress = () => ({ 'x-forwarded-for': `10.32.0.${count++ % 250}` });
const enter = (account: string, password: string) =>
  test.call('login', { account, password }, { headers: newAddress() });
const infoOf = (token: string) => test.call('getUserInfo', {}, { token });
const partners = async (query = '') => (await test.call('consolePartners', { query }, { token: operations })).data;
const show = async (id: string) => (await test.call('consolePartner', { id }, { token: operations })).data;
const idOf = async (email: string) => (await partners(email)).list[0]?.id ?? '';
const logOf = async (act: string) => (await test.call('consoleLog', { act, size: 50 }, { token: admin })).data.list;

type Mail = { subject: string; body: string; html: string };
/** Mails to an address, newest first, once they fit. */
function mailsTo(email: string, fits: (mails: Mail[]) => boolean): Promise<Mail[]> {
  return until(() => test.mails(email), fits);
}

/** Signs a company up, follows the mailed link and signs in. */
async function apply(email: string): Promise<{ id: string; token: string }> {
  const secret = { password: 'meadow-2026', confirmation: 'meadow-2026' };
  const person = { email, name: 'Nguyen An', areaCode: '84', mobile: '123456789', agreed: true, ...secret };
  const company = { companyName: `Saigon ${email}`, country: 'VN', city: 'Saigon', address: '1 Le Loi' };
  const contact = { orderContactName: 'An', orderContactAreaCode: '84', orderContactPhone: '123456789' };
  const form = { registrant: 'corporate', ...person, ...company, ...contact, orderContactEmail: email } as const;
  await test.call('register', { ...form, ...(await solveImage(test)) }, { headers: newAddress() });
  const [mail] = await mailsTo(email, (mails) => mails.length > 0);
  const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  expect((await test.call('enableEmail', { token })).data).toMatchObject({ registrant: 'corporate', waits: true });
  return { id: await idOf(email), token: (await enter(email, 'meadow-2026')).data.token };
}

async function decide(id: string, approve: boolean, reason = '') {
  const { revision } = await show(id);
  return test.call('consolePartnerDecide', { id, revision, approve, reason }, { token: operations });
}

describe('an application', () => {
  it('waits on top, longest first, is disapproved with a reason, sent again, approved, and then may order', async () => {
    const email = 'first@company.example';
    const { id, token } = await apply(email);
    const later = await apply('second@company.example');
    const queue = await partners();
    expect(queue.waiting).toBe(2);
    expect(queue.list.slice(0, 2).map((item) => item.id)).toEqual([id, later.id]);
    expect(queue.list[0]).toMatchObject({ approval: 'waiting', registrant: 'corporate', mainEmail: email });
    const toAdmin = await mailsTo('admin@one.example', (mails) => mails.length > 1);
    expect(toAdmin.map((mail) => mail.body).join()).toContain(`Saigon ${email}`);
    const order = await fillOrder(test, token);
    const place = () => test.call('createOrder', order, { token, key: newKey() });
    expect((await place()).code).toBe(200108);

    for (const reason of ['', '  '])
      expect((await decide(id, false, reason)).data).toEqual({ fields: { reason: 'This field is required' } });
    expect((await infoOf(token)).data.approval).toBe('waiting');
    expect((await decide(id, false, 'Licence <b>missing</b>')).code).toBe(200);
    const result = (await infoOf(token)).data;
    expect(result).toMatchObject({ approval: 'disapproved', approvalReason: 'Licence <b>missing</b>' });
    const own = (await test.call('childAccountInfo', { userNo: result.userNo }, { token })).data;
    expect(own.status).toBe(2);
    const [mail] = await mailsTo(email, (mails) => mails[0]?.body.includes('Licence') === true);
    expect(mail?.html).toContain('Licence &lt;b&gt;missing&lt;/b&gt;');
    expect((await place()).code).toBe(200108);

    const { orderContact, revision, name } = (await test.call('partner', {}, { token })).data;
    const blank = (who: string) =>
      Object.fromEntries(['Name', 'AreaCode', 'Phone', 'Email'].map((part) => [`${who}Contact${part}`, '']));
    const again = {
      ...{ revision, name, country: 'VN', city: 'Saigon', address: '1 Le Loi, licence 123' },
      ...{ orderContactName: orderContact.name, orderContactAreaCode: orderContact.areaCode },
      ...{ orderContactPhone: orderContact.phone, orderContactEmail: orderContact.email },
      ...blank('business'),
      ...blank('settlement'),
    };
    expect((await test.call('partnerUpdate', again as never, { token })).data.approval).toBe('waiting');
    expect((await partners()).list.slice(0, 2).map((item) => item.id)).toEqual([later.id, id]);
    // Sent in again, it is mailed as the first time.
    const [received] = await mailsTo(email, (mails) => mails[0]?.subject === 'We have received your application');
    expect(received?.subject).toBe('We have received your application');
    const asksFor = (mail: Mail) => mail.subject === `New distributor to approve: Saigon ${email}`;
    const mails = await mailsTo('admin@one.example', (mails) => mails.filter(asksFor).length === 2);
    expect(mails.filter(asksFor).length).toBe(2);
    expect((await show(id)).accounts[0]?.status).toBe(1);
    expect((await decide(id, true)).code).toBe(200);
    expect((await infoOf(token)).data).toMatchObject({ approval: 'approved', approvalReason: '' });
    expect((await place()).code).toBe(200);
    expect((await show(id)).log.map((item) => item.act)).toEqual(['partner-approved', 'partner-disapproved']);
  });

  it('decided by twenty at once is decided by one; the others are refused, and one mail goes out', async () => {
    const { id, token } = await apply('crowd@company.example');
    const { revision } = await show(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.call(
          'consolePartnerDecide',
          { id, revision, approve: at % 2 === 0, reason: `Decision ${at}` },
          { token: at % 3 ? operations : admin },
        ),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    const winner = answers.findIndex((answer) => answer.code === 200);
    expect((await infoOf(token)).data).toMatchObject({
      approval: winner % 2 === 0 ? 'approved' : 'disapproved',
      approvalReason: `Decision ${winner}`,
    });
    const { log, accounts } = await show(id);
    expect([log.length, accounts[0]?.status]).toEqual([1, winner % 2 === 0 ? 1 : 2]);
    const tells = (mail: Mail) => mail.body.includes('Decision');
    const mails = await mailsTo('crowd@company.example', (found) => found.some(tells));
    expect(mails.filter(tells)).toHaveLength(1);
  });

  it('is nothing that an individual has', async () => {
    expect((await decide(await idOf('member@one.example'), true)).http).toBe(421);
  });
});

describe('a partner', () => {
  it('has a price level that administrators change', async () => {
    const id = await idOf('agent@one.example');
    const { revision, level: old } = await show(id);
    const change = (level: number, token: string) =>
      test.call('consolePartnerLevel', { id, revision, level }, { token });
    expect((await change(3, operations)).http).toBe(421);
    expect((await change(10, admin)).code).toBe(200001);
    expect((await change(3, admin)).code).toBe(200);
    expect((await change(4, admin)).code).toBe(200009);
    expect((await show(id)).level).toBe(3);
    expect((await logOf('partner-level'))[0]).toMatchObject({ before: { level: old }, after: { level: 3 } });
  });

  it('that is frozen is out at once with all its people until it is unfrozen', async () => {
    const id = await idOf('agent@one.example');
    const people = ['agent', 'sub', 'open'];
    const tokens = await Promise.all(people.map((person) => test.signIn(`${person}@one.example`, `${person}-2026`)));
    const works = async () => (await Promise.all(tokens.map(infoOf))).map((answer) => answer.http);
    const freeze = async (frozen: boolean, reason = '') =>
      test.call(
        'consolePartnerFreeze',
        { id, revision: (await show(id)).revision, frozen, reason },
        { token: operations },
      );
    expect((await freeze(true)).data).toEqual({ fields: { reason: 'This field is required' } });
    expect(await works()).toEqual([200, 200, 200]);
    expect((await freeze(true, 'Debts')).code).toBe(200);
    expect(await works()).toEqual([401, 401, 401]);
    for (const person of people) expect((await enter(`${person}@one.example`, `${person}-2026`)).code).toBe(200102);
    expect((await freeze(false)).code).toBe(200);
    expect(await works()).toEqual([401, 401, 401]);
    for (const person of people) expect((await enter(`${person}@one.example`, `${person}-2026`)).code).toBe(200);
    expect((await logOf('partner-frozen'))[0]).toMatchObject({ staffName: 'Daniel', after: { reason: 'Debts' } });
  });

  it('keeps its other people when one account is frozen', async () => {
    const id = await idOf('agent@one.example');
    const [sub, open] = [
      await test.signIn('sub@one.example', 'sub-2026'),
      await test.signIn('open@one.example', 'open-2026'),
    ];
    const accountId = (await infoOf(sub)).data.userNo;
    const freeze = (frozen: boolean, of = id) =>
      test.call('consoleAccountFreeze', { id: of, accountId, frozen }, { token: operations });
    expect((await freeze(true, await idOf('member@one.example'))).http).toBe(421);
    expect((await freeze(true)).code).toBe(200);
    expect([(await infoOf(sub)).http, (await infoOf(open)).http]).toEqual([401, 200]);
    const answer = await enter('sub@one.example', 'sub-2026');
    expect([answer.code, answer.msg]).toEqual([200102, 'This account is disabled. Please contact us.']);
    expect((await freeze(false)).code).toBe(200);
    expect((await enter('sub@one.example', 'sub-2026')).code).toBe(200);
  });

  it('is not there for other roles, other owners and the shop', async () => {
    const shop = await test.signIn('agent@one.example', 'agent-2026');
    const [id, accountId] = [await idOf('agent@one.example'), (await infoOf(shop)).data.userNo];
    const all = async (as: { token: string; host?: string }) => {
      const answers = await Promise.all([
        test.call('consolePartner', { id }, as),
        test.call('consolePartnerDecide', { id, revision: 1, approve: false, reason: 'No' }, as),
        test.call('consolePartnerLevel', { id, revision: 1, level: 9 }, as),
        test.call('consolePartnerFreeze', { id, revision: 1, frozen: true, reason: 'No' }, as),
        test.call('consoleAccountFreeze', { id, accountId, frozen: true }, as),
        test.call('consoleSignInAs', { id, accountId }, as),
      ]);
      return [...new Set(answers.map((answer) => answer.http))];
    };
    const before = await show(id);
    for (const role of ['content', 'finance', 'supplier']) {
      const token = await test.signIn(`${role}@one.example`, `${role}-2026`);
      expect(await all({ token })).toEqual([421]);
      expect((await test.call('consolePartners', {}, { token })).http).toBe(421);
    }
    const foreign = await test.signIn('admin@two.example', 'admin-2026', 'two.test');
    expect(await all({ token: foreign, host: 'two.test' })).toEqual([421]);
    expect(await all({ token: shop })).toEqual([401]);
    expect(await show(id)).toEqual(before);
  });
});

describe('staff signed in as a partner', () => {
  const askAddress = async () => {
    const id = await idOf('agent@one.example');
    const accountId = (await show(id)).accounts.find((account) => account.kind === 'main')?.userNo ?? '';
    const result = await test.call('consoleSignInAs', { id, accountId }, { token: operations });
    return new URL(result.data.address);
  };
  /** Opens the address as a browser does; the session's token, or '' when it opened nothing. */
  const open = async ({ pathname, search }: URL, host = 'one.test') => {
    const answer = await test.fetch(pathname + search, { redirect: 'manual', host });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    return /(?:^|, )kb=([\w-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
  };

  it('get in once by the address, however many try at once, on this site only and within a minute', async () => {
    const address = await askAddress();
    expect(address.host).toBe('one.test');
    expect(await open(address, 'two.test')).toBe('');
    const tokens = await Promise.all(Array.from({ length: 20 }, () => open(address)));
    expect(tokens.filter(Boolean)).toHaveLength(1);
    expect((await infoOf(tokens.find(Boolean) ?? '')).data).toMatchObject({ kind: 'main', actingStaff: 'Daniel' });
    expect(await open(address)).toBe('');
    const late = await askAddress();
    await sql`UPDATE account_link SET expires_at = expires_at - interval '61 seconds' WHERE used_at IS NULL`.execute(
      house(),
    );
    expect(await open(late)).toBe('');
    expect((await logOf('signed-in-as'))[0]).toMatchObject({
      staffName: 'Daniel',
      after: { account: 'agent@one.example' },
    });
  });

  it('look at everything and change nothing', async () => {
    const lastLoginAt = async () => (await show(await idOf('agent@one.example'))).accounts[0]?.lastLoginAt;
    const before = await lastLoginAt();
    const token = await open(await askAddress());
    const { userNo } = (await infoOf(token)).data;
    const order = await fillOrder(test, token);
    expect((await test.call('orderList', {}, { token })).code).toBe(200);
    expect((await test.call('childAccountList', {}, { token })).data.total).toBe(2);
    expect((await test.call('partner', {}, { token })).data.mayChange).toBe(false);
    const words = { password: 'taken-2026', confirmation: 'taken-2026' };
    const answers = await Promise.all([
      test.call('createOrder', order, { token, key: newKey() }),
      test.call('cancelOrder', { orderNo: 'AAAAAAAA' }, { token }),
      test.call('changePassword', { current: 'agent-2026', ...words }, { token }),
      test.call('setPassword', words, { token }),
      test.call('changeUserStatus', { id: userNo, status: -1 }, { token }),
      test.call('resetChildPassword', { id: userNo }, { token }),
      test.call('updateUser', {} as never, { token }),
      test.call('partnerUpdate', {} as never, { token }),
      test.call('logoutElsewhere', {}, { token }),
      test.call('reviewSend', { line: 'AAAAAAAA-1', stars: 5, body: 'Good', language: 'en' }, { token }),
      test.call('reviewErase', { line: 'AAAAAAAA-1' }, { token }),
    ]);
    expect([...new Set(answers.map((answer) => answer.code))]).toEqual([200109]);
    expect(await lastLoginAt()).toBe(before);
  });

  it('order and cancel for it on a customer-service hostname, never touch its secrets, and the log names both', async () => {
    const token = await open(await askAddress());
    const host = 'service.one.test';
    const orderNo = await placeOrder(test, token, { host });
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
      VALUES (1, 'offline', true, '0', '{"instructions": {"MYR": {"en": "Account 1"}}}')`.execute(house());
    await test.call('paying', { id: orderNo, channel: 'offline' }, { token, host, key: newKey() });
    const headers = { token, 'content-type': 'image/png' };
    const path = `/api/order/offlinepay/file?id=${orderNo}`;
    const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } });
    const body = new Uint8Array(await grey.png().toBuffer());
    expect((await (await test.fetch(path, { method: 'POST', headers, body, host })).json()).code).toBe(200);
    expect((await test.call('cancelOrder', { orderNo }, { token, host })).data.status).toBe(4007);
    const words = { current: 'agent-2026', password: 'taken-2026', confirmation: 'taken-2026' };
    expect((await test.call('changePassword', words, { token, host })).code).toBe(200109);
    const log = (await logOf('acted')).map(({ subject, staffName, actingFor }) => ({ subject, staffName, actingFor }));
    const both = { staffName: 'Daniel', actingFor: 'Arif <agent@one.example>' };
    expect(log).toEqual([
      { subject: 'cancelOrder', ...both },
      { subject: 'transferUpload', ...both },
      { subject: 'paying', ...both },
      { subject: 'createOrder', ...both },
    ]);
  });

  it('are out when their own password is another one', async () => {
    const token = await open(await askAddress());
    expect((await infoOf(token)).http).toBe(200);
    const words = { current: 'operations-2026', password: 'meadow-77', confirmation: 'meadow-77' };
    expect((await test.call('consolePassword', words, { token: operations })).code).toBe(200);
    expect((await infoOf(token)).http).toBe(401);
    operations = await test.signIn('operations@one.example', 'meadow-77');
  });

  it('are out when they are no longer active themselves', async () => {
    const token = await open(await askAddress());
    const { list } = (await test.call('consoleStaff', {}, { token: admin })).data;
    const { id, email, name, roles, revision } =
      list.find((item) => item.name === 'Daniel') ?? list[0] ?? ({} as never);
    const change = { id, email, name, roles, revision, active: false };
    expect((await infoOf(token)).http).toBe(200);
    expect((await test.call('consoleStaffSave', change, { token: admin })).code).toBe(200);
    expect((await infoOf(token)).http).toBe(401);
    expect((await test.call('consoleMe', {}, { token: operations })).http).toBe(401);
  });
});
