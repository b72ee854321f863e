// The owner's staff (rules §10): their rights and second factor, the site's settings, agreements, pictures, and the log of every action,
// which cannot be changed.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import { languages } from '../../domain/languages.ts';
import { slideTo } from '../../tests/build/attacks/slide-piece.ts';
import { chosenPassword, enterNewStaff } from '../../tests/build/enter-new-staff.ts';
import { type As, openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { oneTimeCode } from '../account/second-factor.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let admin: string;
let content: string;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  content = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

const house = () => test.database.house;
let count = 0;
const newAddress = () => ({ 'x-forwarded-for': `10.33.0.${count++ % 250}` });
const enter = (account: string, password: string, more: object = {}) =>
  test.call('consoleLogin', { account, password, ...more }, { headers: newAddress() });
const save = (input: InputOf<'consoleStaffSave'>, as: As = { token: admin }) =>
  test.call('consoleStaffSave', input, as);
const me = (token: string) => test.call('consoleMe', {}, { token });
const logOf = async (act: string) => (await test.call('consoleLog', { act }, { token: admin })).data.list;
type Staff = OutputOf<'consoleStaff'>['list'][number];

async function find(email: string, as: As = { token: admin }): Promise<Staff> {
  const row = (await test.call('consoleStaff', {}, as)).data.list.find((item) => item.email === email);
  if (!row) throw new Error(`no ${email}`);
  return row;
}

/** What the form sends back for a member of staff, with some of it changed. */
async function formOf(email: string, change: Partial<Staff> = {}, as?: As): Promise<InputOf<'consoleStaffSave'>> {
  const { secondFactor, lastLoginAt, firstPasswordUntil, passwordSet, ...row } = await find(email, as);
  return { ...row, ...change };
}

describe('staff', () => {
  it('are made with a password shown once, sign in, and have the rights of their roles', async () => {
    const { id, password } = (await save({ email: 'hana@one.example', name: 'Hana', roles: ['content'] })).data;
    const token = await enterNewStaff(test, 'hana@one.example', password ?? '');
    expect((await me(token)).data).toMatchObject({ name: 'Hana', roles: ['content'], secondFactor: false, duty: null });
    expect((await test.call('consoleOrders', {}, { token })).http).toBe(421);
    const form = await formOf('hana@one.example', { roles: ['content', 'operations'], name: 'Hana Lim' });
    expect((await save(form)).data).toEqual({ id, password: null });
    expect((await save(form)).code).toBe(200009);
    expect(await find('hana@one.example')).toMatchObject({ id, name: 'Hana Lim', roles: ['content', 'operations'] });
    expect((await test.call('consoleOrders', {}, { token })).http).toBe(200);
    expect((await save(await formOf('hana@one.example', { active: false }))).code).toBe(200);
    expect((await me(token)).http).toBe(401);
    expect((await enter('hana@one.example', chosenPassword)).code).toBe(200102);
    const result = await save({ email: 'admin@one.example', name: '', roles: [] });
    expect(result.data).toEqual({ fields: { name: 'This field is required', roles: 'Please choose one' } });
    expect((await save({ email: 'Admin@one.example', name: 'Twice', roles: ['admin'] })).data).toEqual({
      fields: { email: 'There is an account with this e-mail already' },
    });
    expect((await logOf('staff-changed')).at(-1)).toMatchObject({
      before: { roles: ['content'] },
      after: { roles: ['content', 'operations'] },
    });
    expect((await logOf('staff-created'))[0]).toMatchObject({ staffName: 'Grace', subject: `staff ${id}` });
    expect(JSON.stringify(await logOf('staff-created')) + test.log.join()).not.toContain(password ?? '-');
  });

  it('are frozen by a list that was read before they changed their password', async () => {
    const { password } = (await save({ email: 'ivy@one.example', name: 'Ivy', roles: ['content'] })).data;
    const form = await formOf('ivy@one.example', { active: false });
    const token = await enterNewStaff(test, 'ivy@one.example', password ?? '');
    expect((await save(form)).code).toBe(200);
    expect((await me(token)).http).toBe(401);
  });

  it('are edited by administrators only, of their own house', async () => {
    const { id } = await find('content@one.example');
    const foreign = { token: await test.signIn('admin@two.example', 'admin-2026', 'two.test'), host: 'two.test' };
    for (const as of [{ token: content }, { token: await test.signIn('operations@one.example', 'operations-2026') }]) {
      for (const name of ['consoleStaff', 'consoleLog', 'consoleSettings'] as const)
        expect((await test.call(name, {}, as)).http).toBe(421);
      expect((await save({ email: 'x@one.example', name: 'X', roles: ['admin'] }, as)).http).toBe(421);
      expect((await test.call('consoleStaffReset', { id }, as)).http).toBe(421);
    }
    expect((await test.call('consoleStaffReset', { id }, foreign)).http).toBe(421);
    expect((await save(await formOf('content@one.example'), foreign)).http).toBe(421);
    expect((await me(content)).http).toBe(200);
  });

  it('never lose their last administrator', async () => {
    for (const change of [{ roles: ['finance' as const] }, { active: false }])
      expect((await save(await formOf('admin@one.example', change))).code).toBe(200111);
    expect((await me(admin)).data.roles).toEqual(['admin']);
  });

  it('keep one administrator when two take away each other’s rights', async () => {
    const host = 'two.test';
    const own = { host, token: await test.signIn('admin@two.example', 'admin-2026', host) };
    const { password } = (await save({ email: 'rival@two.example', name: 'Rival', roles: ['admin'] }, own)).data;
    const rival = { host, token: await enterNewStaff(test, 'rival@two.example', password ?? '', host) };
    for (let round = 0; round < 10; round += 1) {
      const [others, owns] = [await formOf('rival@two.example', {}, own), await formOf('admin@two.example', {}, own)];
      const take = (form: typeof owns, as: As) => save({ ...form, roles: ['content'] }, as);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? take(owns, rival) : take(others, own))),
      );
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
      for (const answer of answers) expect([200, 200009, 200111, 421]).toContain(answer.code);
      const ownLeft = (await test.call('consoleStaff', {}, own)).http === 200;
      const left = ownLeft ? own : rival;
      const { list } = (await test.call('consoleStaff', {}, left)).data;
      expect(list.filter((item) => item.roles.includes('admin'))).toHaveLength(1);
      const lost = await formOf(ownLeft ? 'rival@two.example' : 'admin@two.example', { roles: ['admin'] }, left);
      expect((await save(lost, left)).code).toBe(200);
    }
  });
});

describe('the second factor', () => {
  const step = () => Math.floor(Date.now() / 30_000);
  const bytesOf = (letters: string) => {
    const bits = [...letters].map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    );
    return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  };

  it('is that of RFC 6238, appendix B', () => {
    const seconds = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000];
    const codes = seconds.map((second) => oneTimeCode(Buffer.from('12345678901234567890'), Math.floor(second / 30)));
    expect(codes).toEqual(['287082', '081804', '050471', '005924', '279037', '353130']);
  });

  it('is asked for once it is confirmed, takes each code once, and goes with the password', async () => {
    const account = ['content@one.example', 'content-2026'] as const;
    const { secret, picture } = (await test.call('consoleFactorStart', {}, { token: content })).data;
    expect(picture).toMatch(/^data:image\/png;base64,/);
    expect((await enter(...account)).code).toBe(200);
    const confirm = (code: string) => test.call('consoleFactorConfirm', { code }, { token: content });
    const codeAt = (at: number) => oneTimeCode(bytesOf(secret), at);
    const present = step();
    const wrong = codeAt(present) === '000000' ? '000001' : '000000';
    for (const code of ['', wrong, '１２３４５６', `${codeAt(present)}7`])
      expect((await confirm(code)).data).toEqual({ fields: { code: 'The code is not right' } });
    expect((await me(content)).data.secondFactor).toBe(false);
    expect((await confirm(codeAt(present))).code).toBe(200);
    expect((await me(content)).data.secondFactor).toBe(true);

    expect((await enter(...account)).code).toBe(200113);
    expect((await enter(account[0], 'wrong-2026')).code).toBe(200101);
    for (const oneTimeCode of [wrong, codeAt(present)])
      expect((await enter(...account, { oneTimeCode })).data).toHaveProperty('fields.oneTimeCode');
    const hourPasses = () => sql`DELETE FROM attempt`.execute(house());
    await hourPasses();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enter(...account, { oneTimeCode: codeAt(present + 1) })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 200113)).toHaveLength(9);
    expect(answers.filter((answer) => answer.http === 503)).toHaveLength(10);
    await hourPasses();

    const stop = (password: string) => test.call('consoleFactorStop', { password }, { token: content });
    expect((await stop('wrong-2026')).data).toEqual({ fields: { password: 'The current password is not right' } });
    expect((await stop(account[1])).code).toBe(200);
    expect((await enter(...account)).code).toBe(200);
    expect([...(await logOf('factor-on')), ...(await logOf('factor-off'))]).toHaveLength(2);
  });

  it('is taken off by a reset, with the old password and all sessions', async () => {
    const email = 'finance@one.example';
    const token = await test.signIn(email, 'finance-2026');
    const { secret } = (await test.call('consoleFactorStart', {}, { token })).data;
    const code = oneTimeCode(bytesOf(secret), step());
    expect((await test.call('consoleFactorConfirm', { code }, { token })).code).toBe(200);
    const { id, secondFactor } = await find(email);
    expect(secondFactor).toBe(true);
    const { password } = (await test.call('consoleStaffReset', { id }, { token: admin })).data;
    expect((await me(token)).http).toBe(401);
    expect((await enter(email, 'finance-2026')).code).toBe(200101);
    expect((await enter(email, password ?? '')).code).toBe(200);
    expect((await logOf('staff-reset'))[0]).toMatchObject({ subject: `staff ${id}`, staffName: 'Grace' });
  });
});

describe('the site', () => {
  type Settings = InputOf<'consoleSettingsSave'>;
  const read = async () => (await test.call('consoleSettings', {}, { token: admin })).data;
  const write = async (change: Partial<Settings>, as: As = { token: admin }) => {
    const { name, currency, limitDefaults, ...row } = await read();
    return test.call('consoleSettingsSave', { ...row, ...change }, as);
  };
  const withHost = async (host: string) => ({
    hostnames: [...(await read()).hostnames, { host, customerService: false }],
  });

  it('is saved under its revision by administrators: of twenty at once one, the others reload', async () => {
    const { revision } = await read();
    const titles = Array.from({ length: 20 }, (_, at) => ({ en: `Title ${at}`, zh_CN: `标题 ${at}` }));
    const answers = await Promise.all(titles.map((title) => write({ title, revision, brandColour: '#0b5563' })));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    const won = answers.findIndex((answer) => answer.code === 200);
    expect(await read()).toMatchObject({ revision: revision + 1, title: titles[won], brandColour: '#0b5563' });
    expect((await test.call('webSettings', {})).data).toMatchObject({ title: `Title ${won}`, brandColour: '#0b5563' });
    expect((await write({ revision: revision + 1 }, { token: content })).http).toBe(421);
    expect(await logOf('settings-saved')).toMatchObject([{ before: { revision }, after: { title: titles[won] } }]);
  });

  it.each<[string, Partial<Settings> | string, string]>([
    [
      'brandColour',
      { brandColour: '#ffe100' },
      'White text is hard to read on this colour; please choose a darker one',
    ],
    ['brandColour', { brandColour: 'teal' }, 'Please use letters and digits only'],
    ['hostnames.1.host', 'shop one', 'Please use letters and digits only'],
    ['hostnames.1.host', 'http://one.test', 'Please use letters and digits only'],
    ['title.en', { title: { zh_CN: '商店' } }, 'This field is required'],
    ['payMinutes', { payMinutes: 4 }, 'Please enter a number from 5 to 1,440'],
    ['limits.codeTries', { limits: { codeTries: 99 } }, 'This is not asked for with this kind of account'],
    ['favicon', { favicon: 'https://elsewhere.example/a.png' }, 'Please use letters and digits only'],
  ])('refuses a mistake at %s: %j', async (field, change, words) => {
    const before = await read();
    const result = await write(typeof change === 'string' ? await withHost(change) : change);
    expect([result.code, result.data]).toEqual([200001, { fields: { [field]: words } }]);
    expect(await read()).toEqual(before);
  });

  it('does not take the hostname of another owner, nor anything else saved with it', async () => {
    const before = await read();
    expect((await write({ ...(await withHost('two.test')), brandColour: '#000000' })).code).toBe(200114);
    expect(await read()).toEqual(before);
    const rows = sql<{ code: string }>`SELECT code FROM hostname JOIN owner USING (owner_id) WHERE host = 'two.test'`;
    expect((await rows.execute(house())).rows).toEqual([{ code: 'two' }]);
  });

  it('keeps to limits of its own on its hostnames', async () => {
    const host = 'new.one.test';
    expect((await write({ ...(await withHost(host)), limits: { codeSendsPerEmailHour: 1 } })).code).toBe(200);
    const send = async (flow: string) => {
      const { ticket } = (await test.call('getSliderCaptcha', { flow }, { host })).data;
      const found = await sql<{ x: number }>`SELECT answer_x AS x FROM captcha WHERE ticket = ${ticket}`.execute(
        house(),
      );
      const typed = { email: 'one@example.com', flow, ticket, ...(await slideTo(found.rows[0]?.x ?? 0)) };
      return (await test.call('sendEmailVerCode', typed, { host })).http;
    };
    expect([await send('flow-of-limit-1'), await send('flow-of-limit-2')]).toEqual([200, 503]);
  });

  it('drafts agreements in every language, with its name, for administrators', async () => {
    const draft = (kind: 'booking' | 'privacy', token = admin) =>
      test.call('consoleAgreementDraft', { kind }, { token });
    const { name } = (await test.call('ownerBasicInfo', {})).data;
    for (const kind of ['booking', 'privacy'] as const) {
      const { titles, texts } = (await draft(kind)).data;
      expect([Object.keys(titles).sort(), Object.keys(texts).sort()]).toEqual([
        [...languages].sort(),
        [...languages].sort(),
      ]);
      for (const text of Object.values(texts)) expect(text).toContain(name);
      for (const text of Object.values(texts)) expect(text).not.toContain('{');
    }
    expect((await draft('booking', content)).http).toBe(421);
  });

  it('publishes agreements in versions that stay readable; the newest counts', async () => {
    const form = { kind: 'privacy', titles: { en: 'Privacy' } } as const;
    const publish = (en: string) => test.call('consoleAgreementPublish', { ...form, texts: { en } }, { token: admin });
    expect((await publish(' ')).data).toEqual({ fields: { 'texts.en': 'This field is required' } });
    const made = await Promise.all(Array.from({ length: 20 }, (_, at) => publish(`Text ${at}`)));
    expect(new Set(made.map((answer) => answer.data?.version)).size).toBe(20);
    const { list } = (await test.call('consoleAgreements', {}, { token: admin })).data;
    const versions = list.filter((item) => item.kind === 'privacy');
    expect(versions).toHaveLength(20);
    for (const { token, version, texts } of versions.slice(-2)) {
      expect((await test.call('agreement', { token })).data).toMatchObject({ version, text: texts.en });
      expect((await test.call('agreement', { token }, { host: 'two.test' })).http).toBe(421);
    }
    expect((await test.call('agreement', { kind: 'privacy' })).data).toMatchObject({ version: 20 });
    expect(await logOf('agreement-published')).toHaveLength(20);
  });

  it('shows re-encoded pictures that staff uploaded, without hidden content, on its own hosts only', async () => {
    const upload = async (body: Buffer, token = content) => {
      const headers = { token, 'content-type': 'image/png' };
      const answer = await test.fetch('/api/console/pictures', { method: 'POST', headers, body: new Uint8Array(body) });
      return (await answer.json()) as { code: number; data: { address: string } | null };
    };
    const plain = sharp({ create: { width: 40, height: 20, channels: 3, background: '#0b5563' } });
    const png = await plain
      .withExif({ IFD0: { Copyright: 'Hidden words' } })
      .png()
      .toBuffer();
    expect(png.includes('Hidden words')).toBe(true);
    const sized = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    for (const refused of [Buffer.from('just a text'), Buffer.alloc(0), sized(1_048_577), sized(3_000_000)])
      expect((await upload(refused)).code).toBe(200501);
    expect((await upload(sized(1_048_576))).code).toBe(200);
    expect((await upload(png, await test.signIn('operations@one.example', 'operations-2026'))).code).toBe(421);
    const { data } = await upload(png);
    const shown = await test.fetch(data?.address ?? '', { headers: { accept: 'image/webp' } });
    const stored = Buffer.from(await shown.arrayBuffer());
    expect(stored.includes('Hidden words')).toBe(false);
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 });
    const headers = ['content-type', 'cache-control', 'x-content-type-options'].map((name) => shown.headers.get(name));
    expect(headers).toEqual(['image/webp', 'public, max-age=31536000, immutable', 'nosniff']);
    expect((await test.fetch(data?.address ?? '', { host: 'two.test' })).status).toBe(421);
    expect((await logOf('picture-added'))[0]).toMatchObject({ staffName: 'Noor', after: { width: 40, height: 20 } });
  });

  it('finds in the log what was done on the days asked for, as the shop’s zone counts them', async () => {
    const { zone } = (await me(admin)).data;
    const today = todayIn(zone, Date.now());
    const midnight = sql`${today}::date::timestamp AT TIME ZONE ${zone}`;
    for (const [name, at] of [
      ['yesterday', sql`${midnight} - interval '1 second'`],
      ['today', midnight],
    ] as const)
      await sql`INSERT INTO audit_log (owner_id, staff_id, staff_name, act, subject, at)
        VALUES (1, 1, 'Mei', 'day-tried', ${name}, ${at})`.execute(house());
    const found = async (days: { from?: string; to?: string }) =>
      (await test.call('consoleLog', { act: 'day-tried', ...days }, { token: admin })).data.list.map(
        (entry) => entry.subject,
      );
    const yesterday = addDays(today, -1);
    expect(await found({})).toEqual(['today', 'yesterday']);
    expect(await found({ from: today })).toEqual(['today']);
    expect(await found({ to: yesterday })).toEqual(['yesterday']);
    expect(await found({ from: yesterday, to: today })).toEqual(['today', 'yesterday']);
    expect(await found({ from: addDays(today, 1) })).toEqual([]);
  });

  it('has a log that cannot be changed or shortened', async () => {
    const before = (await test.call('consoleLog', {}, { token: admin })).data;
    await expect(sql`UPDATE audit_log SET act = 'nothing'`.execute(house())).rejects.toThrow('never changed');
    await expect(sql`DELETE FROM audit_log`.execute(house())).rejects.toThrow('never changed');
    expect((await test.call('consoleLog', {}, { token: admin })).data).toEqual(before);
  });
});
