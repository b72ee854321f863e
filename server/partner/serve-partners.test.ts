// Partners served by staff (rules §3, §10; §2 uc account): made with an invitation, changed with a note, reached by links that staff never
// see, given another e-mail that its reader proves; and the queue of changes that approved partners ask for (decision 0283).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let operations: string;
beforeAll(async () => {
  test = await openTestHouse();
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const staff = () => ({ token: operations });
let count = 0;
const newAddress = () => ({ 'x-forwarded-for': `10.77.0.${count++ % 250}` });
const enter = (account: string, password: string) =>
  test.call('login', { account, password }, { headers: newAddress() });
const show = async (id: string) => (await test.call('consolePartner', { id }, staff())).data;
const mainOf = async (id: string) => {
  const [main] = (await show(id)).accounts;
  if (!main) throw new Error('a partner has a main account');
  return main;
};

/** The newest mail to an address with the words, once it is there. */
async function mailTo(email: string, words: string): Promise<string> {
  const found = (bodies: string[]) => bodies.find((body) => body.includes(words));
  const bodies = await until(
    async () => (await test.mails(email)).map((mail) => mail.body),
    (list) => found(list) !== undefined,
  );
  return found(bodies) ?? '';
}
const tokenIn = (body: string) => /token=([\w-]+)/.exec(body)?.[1] ?? '';

const company: Omit<InputOf<'consolePartnerCreate'>, 'email'> = {
  ...{ registrant: 'corporate', language: 'en', name: 'Linh', areaCode: '84', mobile: '123456789' },
  ...{ companyName: 'Lagoon Travel', country: 'VN', city: 'Hue', address: '1 Le Loi', taxNumber: 'VN-77' },
};
const create = (email: string, more: Partial<typeof company> = {}) =>
  test.call('consolePartnerCreate', { ...company, email, ...more }, staff());
const choose = (token: string, password = 'copper-2026') =>
  test.call('resetPasswordByToken', { token, password, confirmation: password }, { headers: newAddress() });

/** A partner whose main account chose its password. */
async function createActive(email: string): Promise<string> {
  const { id } = (await create(email)).data;
  expect((await choose(tokenIn(await mailTo(email, '/login/reset')))).code).toBe(200);
  return id;
}

describe('a partner that staff make', () => {
  it('is approved at its level, logged, and its account chooses the password by a link that staff do not see', async () => {
    const email = 'linh@lagoon.example';
    const { id } = (await create(email, { level: 3 })).data;
    const made = await show(id);
    expect(made).toMatchObject({ name: 'Lagoon Travel', approval: 'approved', level: 3, mainEmail: email });
    expect(made.data).toMatchObject({ taxNumber: 'VN-77', orderContact: { name: 'Linh', phone: '123456789', email } });
    expect(made.accounts[0]).toMatchObject({ passwordSet: false, emailProved: false });
    expect(made.log.map((item) => item.act)).toEqual(['partner-created']);
    const token = tokenIn(await mailTo(email, '/login/reset'));
    const stored = await sql<{ body: string }>`SELECT body FROM mail WHERE recipient = ${email}`.execute(
      test.database.house,
    );
    expect(stored.rows.every(({ body }) => !body.includes(token))).toBe(true);
    expect((await enter(email, 'copper-2026')).code).not.toBe(200);
    expect((await choose(token)).code).toBe(200);
    expect((await choose(token)).code).toBe(200107);
    expect((await mainOf(id)).emailProved).toBe(true);
    const session = (await enter(email, 'copper-2026')).data.token;
    expect(await placeOrder(test, session)).toBeTruthy();
  });

  it('has every mistake named, and a member needs neither company nor place', async () => {
    const answer = await create('nobody', { companyName: '', country: 'XX', mobile: '+84' });
    expect(answer.data).toEqual({
      fields: {
        email: 'Please enter a valid e-mail address',
        companyName: 'This field is required',
        country: 'Please choose one',
        mobile: 'Digits only, at most 20',
      },
    });
    const member = { registrant: 'individual', language: 'en', name: 'Mai', email: 'mai@person.example' } as const;
    const { id } = (await test.call('consolePartnerCreate', member, staff())).data;
    expect(await show(id)).toMatchObject({ registrant: 'individual', approval: 'none', name: 'Mai', level: 0 });
  });

  it('is made once for an address by twenty at once, and never for the address of another account', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('crowd@lagoon.example')));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    const taken = { fields: { email: 'There is an account with this e-mail already' } };
    for (const answer of answers) if (answer.code !== 200) expect(answer.data).toEqual(taken);
    expect((await test.call('consolePartners', { query: 'crowd@' }, staff())).data.total).toBe(1);
    expect((await create('agent@one.example')).data).toEqual(taken);
  });

  it('keeps the orders of a guest with its address', async () => {
    const guest = await enterAsGuest(test, 'walker@guest.example');
    const orderNo = await placeOrder(test, guest);
    const id = await createActive('walker@guest.example');
    const { token } = (await enter('walker@guest.example', 'copper-2026')).data;
    expect((await test.call('orderDetail', { id: orderNo }, { token })).code).toBe(200);
    expect((await test.call('getUserInfo', {}, { token: guest })).http).toBe(401);
    expect((await show(id)).registrant).toBe('corporate');
  });
});

describe('its data', () => {
  it('is changed by staff at any time, with a note and both sides in the log', async () => {
    const id = await createActive('data@lagoon.example');
    const { revision, data } = await show(id);
    const contact = {
      orderContactName: 'Linh',
      orderContactAreaCode: '84',
      orderContactPhone: '903123456',
      orderContactEmail: 'o@x.example',
    };
    const empty = Object.fromEntries(
      ['business', 'settlement'].flatMap((who) =>
        ['Name', 'AreaCode', 'Phone', 'Email'].map((part) => [`${who}Contact${part}`, '']),
      ),
    );
    const legal = { name: 'Lagoon Tours', country: 'VN', city: 'Da Nang', address: '2 Bach Dang', taxNumber: 'VN-78' };
    const save = (more: object) =>
      test.call('consolePartnerSave', { id, revision, ...legal, ...contact, ...empty, ...more } as never, staff());
    expect(data.city).toBe('Hue');
    expect((await save({ note: ' ' })).data).toEqual({ fields: { note: 'This field is required' } });
    expect((await save({ note: 'Moved' })).code).toBe(200);
    expect((await save({ note: 'Moved' })).code).toBe(200009);
    const next = await show(id);
    expect(next.data).toMatchObject(legal);
    expect(next.approval).toBe('approved');
    expect(next.log[0]).toMatchObject({
      act: 'partner-changed',
      before: { city: 'Hue', taxNumber: 'VN-77' },
      after: { city: 'Da Nang', taxNumber: 'VN-78', note: 'Moved' },
    });
  });
});

describe('data that was never given', () => {
  it('stays empty when staff change something else, and what was given is not emptied', async () => {
    const id = await createActive('gaps@lagoon.example');
    await sql`UPDATE partner SET country = '', city = '', address = '', contacts = '{}' WHERE partner_id = ${id}`.execute(
      test.database.house,
    );
    const parts = ['order', 'business', 'settlement'].flatMap((who) =>
      ['Name', 'AreaCode', 'Phone', 'Email'].map((part) => [`${who}Contact${part}`, '']),
    );
    const empty = { country: '', city: '', address: '', taxNumber: '', ...Object.fromEntries(parts) };
    const save = async (more: object) => {
      const { revision, data } = await show(id);
      const typed = { id, revision, note: 'Called', name: data.name, ...empty, ...more };
      return test.call('consolePartnerSave', typed as never, staff());
    };
    expect((await save({ orderContactPhone: '5550123' })).data).toEqual({
      fields: { orderContactAreaCode: 'This field is required' },
    });
    const phone = { orderContactAreaCode: '84', orderContactPhone: '5550123' };
    expect((await save(phone)).code).toBe(200);
    expect((await show(id)).data).toMatchObject({
      city: '',
      orderContact: { name: '', areaCode: '84', phone: '5550123', email: '' },
    });
    expect((await save({})).data).toEqual({
      fields: { orderContactAreaCode: 'This field is required', orderContactPhone: 'This field is required' },
    });
    expect((await save({ ...phone, name: '' })).data).toEqual({ fields: { name: 'This field is required' } });
    expect((await save({ ...phone, orderContactEmail: 'x' })).data).toMatchObject({
      fields: { orderContactEmail: expect.any(String) },
    });
  });
});

describe('links', () => {
  it('go to whom they are meant for: a first password, or a new one', async () => {
    const email = 'links@lagoon.example';
    const { id } = (await create(email)).data;
    const { userNo: accountId } = await mainOf(id);
    const first = tokenIn(await mailTo(email, '/login/reset'));
    expect((await test.call('consoleAccountLink', { id, accountId }, staff())).code).toBe(200);
    await until(
      async () => (await test.mails(email)).length,
      (mails) => mails === 2,
    );
    expect((await choose(first)).code).toBe(200);
    expect((await test.call('consoleAccountLink', { id, accountId }, staff())).code).toBe(200);
    expect(await mailTo(email, '30 minutes')).toContain('/login/reset');
    expect((await show(id)).log.map((item) => item.act).slice(0, 2)).toEqual(['account-reset-sent', 'account-invited']);
  });

  it('are not sent to an unproved address with a password, to a frozen account, and not without end', async () => {
    const { list } = (await test.call('consolePartners', { query: 'agent@one.example' }, staff())).data;
    const id = list[0]?.id ?? '';
    const sub = (await show(id)).accounts.find((account) => account.kind === 'sub');
    const accountId = sub?.userNo ?? '';
    const send = () => test.call('consoleAccountLink', { id, accountId }, staff());
    await sql`UPDATE account SET email_proved_at = NULL WHERE account_id = ${accountId}`.execute(test.database.house);
    expect((await send()).code).toBe(200302);
    await sql`UPDATE account SET email_proved_at = now() WHERE account_id = ${accountId}`.execute(test.database.house);
    const answers = [];
    for (let at = 0; at < 11; at += 1) answers.push((await send()).http);
    expect(answers).toEqual([...Array(10).fill(200), 503]);
  });
});

describe('another e-mail', () => {
  const ask = (id: string, accountId: string, email: string | null, note = 'Asked by phone') =>
    test.call('consoleAccountEmail', { id, accountId, email, note }, staff());

  it('is proved by its reader: both addresses are mailed, every session ends, and only the latest link counts', async () => {
    const [old, wrong, next] = ['old@lagoon.example', 'wrong@lagoon.example', 'next@lagoon.example'];
    const id = await createActive(old);
    const { userNo: accountId } = await mainOf(id);
    const { token } = (await enter(old, 'copper-2026')).data;
    expect((await ask(id, accountId, next, '')).data).toEqual({ fields: { note: 'This field is required' } });
    expect((await ask(id, accountId, 'member@one.example')).data).toEqual({
      fields: { email: 'There is an account with this e-mail already' },
    });
    expect((await ask(id, accountId, wrong)).code).toBe(200);
    const earlier = tokenIn(await mailTo(wrong, '/login/active'));
    expect((await ask(id, accountId, next)).code).toBe(200);
    expect(await mailTo(old, next)).not.toContain('token=');
    const link = tokenIn(await mailTo(next, '/login/active'));
    expect(await mainOf(id)).toMatchObject({ email: old, newEmail: next });
    expect((await test.call('enableEmail', { token: earlier })).code).toBe(200107);
    expect((await test.call('getUserInfo', {}, { token })).http).toBe(200);
    const used = await Promise.all(Array.from({ length: 20 }, () => test.call('enableEmail', { token: link })));
    expect(used.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200107)]);
    expect((await test.call('getUserInfo', {}, { token })).http).toBe(401);
    expect((await enter(old, 'copper-2026')).code).not.toBe(200);
    expect((await enter(next, 'copper-2026')).code).toBe(200);
    for (const to of [old, next]) expect(await mailTo(to, 'from now on')).toContain(next);
    expect((await show(id)).log.map((item) => item.act)).toContain('account-email-asked');
  });

  it('is taken back, and replaced at once before the first sign-in', async () => {
    const email = 'typo@lagoon.example';
    const { id } = (await create(email)).data;
    const { userNo: accountId } = await mainOf(id);
    const lost = tokenIn(await mailTo(email, '/login/reset'));
    expect((await ask(id, accountId, 'right@lagoon.example')).code).toBe(200);
    expect((await choose(lost)).code).toBe(200107);
    expect((await choose(tokenIn(await mailTo('right@lagoon.example', '/login/reset')))).code).toBe(200);
    expect((await ask(id, accountId, 'later@lagoon.example')).code).toBe(200);
    const link = tokenIn(await mailTo('later@lagoon.example', '/login/active'));
    expect((await ask(id, accountId, null, '')).code).toBe(200);
    expect((await mainOf(id)).newEmail).toBeNull();
    expect((await test.call('enableEmail', { token: link })).code).toBe(200107);
  });
});

describe('the queue of changes', () => {
  const queue = async () => (await test.call('consolePartnerChanges', {}, staff())).data;
  const inQueue = async () =>
    (await test.call('consoleQueues', {}, staff())).data.list.find((item) => item.key === 'partnerChanges')?.count;
  const partnerOf = async (token: string) => (await test.call('partner', {}, { token })).data;
  async function askFor(token: string, legal: object) {
    const { revision, orderContact: item, name, country, city, address, taxNumber } = await partnerOf(token);
    const blank = Object.fromEntries(
      ['business', 'settlement'].flatMap((who) =>
        ['Name', 'AreaCode', 'Phone', 'Email'].map((part) => [`${who}Contact${part}`, '']),
      ),
    );
    const contact = { orderContactName: item.name, orderContactAreaCode: item.areaCode, orderContactPhone: item.phone };
    const now = {
      revision,
      name,
      country,
      city,
      address,
      taxNumber,
      ...contact,
      orderContactEmail: item.email,
      ...blank,
    };
    return test.call('partnerUpdate', { ...now, ...legal } as never, { token });
  }

  it('shows old beside new; approved it is in force, refused it is explained, and both are mailed', async () => {
    const email = 'queue@lagoon.example';
    const id = await createActive(email);
    const { token } = (await enter(email, 'copper-2026')).data;
    expect((await askFor(token, { name: 'Lagoon Ltd', taxNumber: 'VN-80' })).code).toBe(200);
    const [row] = (await queue()).list;
    expect(row).toMatchObject({
      ...{ partnerId: id, partnerName: 'Lagoon Travel', askedByEmail: email },
      ...{ before: { name: 'Lagoon Travel', taxNumber: 'VN-77' }, asked: { name: 'Lagoon Ltd', taxNumber: 'VN-80' } },
    });
    expect(await inQueue()).toBe(1);
    expect((await show(id)).change?.id).toBe(row?.id);
    // Another wish takes its place, and the old one cannot be decided any more.
    expect((await askFor(token, { name: 'Lagoon Inc' })).code).toBe(200);
    const decide = (requestId: string, approve: boolean, reason = '') =>
      test.call('consolePartnerChangeDecide', { id: requestId, approve, reason }, staff());
    expect((await decide(row?.id ?? '', true)).code).toBe(200009);
    const [second] = (await queue()).list;
    expect((await decide(second?.id ?? '', false)).data).toEqual({ fields: { reason: 'This field is required' } });
    expect((await decide(second?.id ?? '', false, 'No proof')).code).toBe(200);
    expect(await mailTo(email, 'No proof')).toContain('could not approve');
    expect(await partnerOf(token)).toMatchObject({
      name: 'Lagoon Travel',
      request: { state: 'refused', reason: 'No proof' },
    });
    expect((await askFor(token, { city: 'Da Nang' })).code).toBe(200);
    const [third] = (await queue()).list;
    expect((await decide(third?.id ?? '', true)).code).toBe(200);
    expect(await partnerOf(token)).toMatchObject({ city: 'Da Nang', request: null });
    await mailTo(email, 'has approved the change');
    expect((await show(id)).log.slice(0, 2).map((item) => item.act)).toEqual([
      'partner-change-approved',
      'partner-change-refused',
    ]);
    expect(await inQueue()).toBe(0);
  });

  it('decided and withdrawn by twenty at once has one end', async () => {
    const email = 'race@lagoon.example';
    await createActive(email);
    const { token } = (await enter(email, 'copper-2026')).data;
    await askFor(token, { name: 'Lagoon Race' });
    const id = (await queue()).list[0]?.id ?? '';
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, at) =>
        at % 3 === 0
          ? test.call('partnerRequestWithdraw', {}, { token })
          : test.call('consolePartnerChangeDecide', { id, approve: at % 3 === 1, reason: `Reason ${at}` }, staff()),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(20).fill(200009)]);
    const winner = answers.findIndex((answer) => answer.code === 200) % 3;
    expect((await partnerOf(token)).name).toBe(winner === 1 ? 'Lagoon Race' : 'Lagoon Travel');
  });

  it('is not there for other roles, other owners and strangers', async () => {
    const foreign = await test.signIn('admin@two.example', 'admin-2026', 'two.test');
    const id = (await test.call('consolePartners', { query: 'race@' }, staff())).data.list[0]?.id ?? '';
    const { userNo: accountId } = await mainOf(id);
    for (const as of [
      { token: await test.signIn('content@one.example', 'content-2026') },
      { token: await test.signIn('finance@one.example', 'finance-2026') },
    ]) {
      expect((await test.call('consolePartnerChanges', {}, as)).http).toBe(421);
      expect((await test.call('consoleAccountLink', { id, accountId }, as)).http).toBe(421);
    }
    const there = { token: foreign, host: 'two.test' };
    expect((await test.call('consoleAccountLink', { id, accountId }, there)).http).toBe(421);
    expect(
      (await test.call('consoleAccountEmail', { id, accountId, email: 'x@y.example', note: 'x' }, there)).http,
    ).toBe(421);
    expect((await test.call('consolePartnerChangeDecide', { id: '1', approve: true }, there)).http).toBe(421);
  });
});
