// The user centre's own data (§2 uc/account, §5): profile with the rule of each field, time zone by city, the partner's data and
// who changes what of it, places by name in any language.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let member: string;
let main: string;
let operations: string;
beforeAll(async () => {
  test = await openTestHouse();
  await sql`INSERT INTO country (country, key, names) VALUES ('JP', 'japan', '{"en": "Japan"}')`.execute(house());
  await sql`INSERT INTO city (city, country, zone, lat, lng, names)
    VALUES ('harbour', 'JP', 'Asia/Tokyo', 34.7, 135.2, '{"en": "Harbour City", "ja_JP": "ハーバー市"}')`.execute(
    house(),
  );
  member = await test.signIn('member@one.example', 'member-2026');
  main = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const house = () => test.database.house;
const infoOf = async (token: string) => (await test.call('getUserInfo', {}, { token })).data;

async function profileOf(token: string) {
  const { userNo } = await infoOf(token);
  return (await test.call('childAccountInfo', { userNo }, { token })).data;
}

/** The profile as its form sends it, with some fields replaced. */
async function save(token: string, change: object) {
  const { kind, username, email, emailProved, zone, status, orderVisibility, createdAt, lastLoginAt, ...shown } =
    await profileOf(token);
  return test.call('updateUser', { ...shown, ...change }, { token });
}

describe('the own profile', () => {
  const full = {
    name: 'Mei Tan 陈美',
    nickName: 'Mei',
    department: 'Sales',
    areaCode: '60',
    mobile: '123456789',
    landline: '0312345678',
    wechat: 'mei_tan-1',
    qq: '1234567',
    line: 'mei.tan',
    viber: '+60123456789',
    whatsapp: '+60123456789',
    commonAddress: '1 Jalan Ampang, Kuala Lumpur',
    region: 'testville',
  };

  it('is saved with every field, without surrounding space (§2 uc account/profile; §3 user; §3 account)', async () => {
    const before = await profileOf(member);
    const spaced = Object.fromEntries(Object.entries(full).map(([name, value]) => [name, ` ${value} `]));
    const saved = await save(member, spaced);
    expect(saved.data).toEqual({ ...before, ...full, zone: 'Asia/Kuala_Lumpur', revision: before.revision + 1 });
    expect(await profileOf(member)).toEqual(saved.data);
    expect(await infoOf(member)).toMatchObject({ name: full.name, nickName: 'Mei' });
  });

  it('calls an account by its name until a nickname is chosen (§3 user: nickName copied from name)', async () => {
    const named = async (change: object) => {
      expect((await save(member, change)).code).toBe(200);
      const { name, nickName } = await profileOf(member);
      const info = await infoOf(member);
      expect([info.name, info.nickName]).toEqual([name, nickName]);
      return nickName;
    };
    expect(await named({ name: 'Mei Tan', nickName: '' })).toBe('Mei Tan');
    // The form sends both as they are shown.
    expect(await named({ name: 'Mei Lim' })).toBe('Mei Lim');
    expect(await named({ nickName: 'Mei' })).toBe('Mei');
    expect(await named({ name: 'Mei Ong' })).toBe('Mei');
  });

  it.each([
    ['name', ' ', 'This field is required'],
    ['name', 'x'.repeat(51), 'At most 50 characters'],
    ['nickName', 'x'.repeat(51), 'At most 50 characters'],
    ['nickName', 'two\nlines', 'Please use letters and digits only'],
    ['department', 'x'.repeat(61), 'At most 60 characters'],
    ['areaCode', '9999', 'Please choose one'],
    ['areaCode', '', 'This field is required'],
    ['mobile', '+60123456789', 'Digits only, at most 20'],
    ['mobile', '0123-456789', 'Digits only, at most 20'],
    ['mobile', '1'.repeat(21), 'At most 20 characters'],
    ['landline', '03 1234', 'Digits only, at most 20'],
    ['landline', '1'.repeat(21), 'At most 20 characters'],
    ['wechat', 'mei tan', 'Please use letters and digits only'],
    ['wechat', 'x'.repeat(65), 'At most 64 characters'],
    ['qq', 'mei', 'Digits only, at most 20'],
    ['line', '<mei>', 'Please use letters and digits only'],
    ['viber', 'x'.repeat(65), 'At most 64 characters'],
    ['whatsapp', 'mei/tan', 'Please use letters and digits only'],
    ['commonAddress', 'x'.repeat(256), 'At most 255 characters'],
    ['region', 'atlantis', 'Please choose one'],
  ])('does not take %s %j and says why at that field', async (field, value, words) => {
    const before = await profileOf(member);
    const answer = await save(member, { ...full, [field]: value });
    expect([answer.code, answer.data]).toEqual([200001, { fields: { [field]: words } }]);
    expect(await profileOf(member)).toEqual(before);
  });

  it('asks for the area code of a landline, too (§5: area code required)', async () => {
    expect((await save(member, { areaCode: '', mobile: '', landline: '' })).code).toBe(200);
    const refused = { code: 200001, data: { fields: { areaCode: 'This field is required' } } };
    expect(await save(member, { landline: '312345678' })).toMatchObject(refused);
    expect((await save(member, { areaCode: '60', landline: '312345678' })).code).toBe(200);
    expect(await save(member, { areaCode: '' })).toMatchObject(refused);
  });

  it('counts characters, not what they are made of', async () => {
    expect((await save(member, { name: '👩‍💻'.repeat(10), nickName: '旅'.repeat(50) })).code).toBe(200);
    expect((await save(member, { nickName: '🏝'.repeat(51) })).data).toEqual({
      fields: { nickName: 'At most 50 characters' },
    });
  });

  it('takes its time zone from the chosen city, else from the shop', async () => {
    expect((await save(member, { region: 'harbour' })).data.zone).toBe('Asia/Tokyo');
    expect((await infoOf(member)).zone).toBe('Asia/Tokyo');
    expect((await save(member, { region: '' })).data.zone).toBe('');
    expect((await infoOf(member)).zone).toBe('Asia/Kuala_Lumpur');
  });

  it('opened twice is saved once: the second has to reload', async () => {
    const { revision } = await profileOf(member);
    expect((await save(member, { revision, nickName: 'First' })).code).toBe(200);
    expect((await save(member, { revision, nickName: 'Second' })).code).toBe(200009);
    expect((await profileOf(member)).nickName).toBe('First');
  });
});

describe('the data of a partner', () => {
  const place = { country: 'MY', city: 'Kuala Lumpur', address: '1 Jalan Ampang' };
  const contactOf = (who: string, name: string) => ({
    [`${who}ContactName`]: name,
    [`${who}ContactAreaCode`]: name && '60',
    [`${who}ContactPhone`]: name && '123456789',
    [`${who}ContactEmail`]: name && 'office@agency.example',
  });
  const shown = async (token = main) => (await test.call('partner', {}, { token })).data;
  const change = async (data: object, token = main) =>
    test.call(
      'partnerUpdate',
      {
        ...{ name: 'Agency', ...place, revision: (await shown()).revision },
        ...contactOf('order', 'Aina'),
        ...contactOf('business', ''),
        ...contactOf('settlement', ''),
        ...data,
      } as never,
      { token },
    );

  it('is seen by its people and changed by its main account (§3 distributor)', async () => {
    const sub = await test.signIn('sub@one.example', 'sub-2026');
    expect(await shown()).toMatchObject({ name: 'Agency', approval: 'approved', mayChange: true });
    expect(await shown(sub)).toMatchObject({ name: 'Agency', mayChange: false });
    for (const token of [sub, member]) expect((await change({}, token)).http).toBe(421);
    expect((await change({})).data).toMatchObject({
      ...place,
      orderContact: { name: 'Aina', areaCode: '60', phone: '123456789', email: 'office@agency.example' },
      businessContact: { name: '', areaCode: '', phone: '', email: '' },
    });
    const changed = await change({ ...contactOf('business', 'Badrul'), ...contactOf('settlement', 'Chong') });
    expect(changed.data).toMatchObject({ businessContact: { name: 'Badrul' }, settlementContact: { name: 'Chong' } });
    expect(await shown(sub)).toMatchObject({ settlementContact: { name: 'Chong' } });
  });

  it('names the field of every mistake', async () => {
    const answer = await change({
      ...contactOf('order', ''),
      businessContactPhone: '+60 12',
      settlementContactPhone: '12345',
      settlementContactEmail: 'nobody',
      country: 'XX',
    });
    expect([answer.code, answer.data]).toEqual([
      200001,
      {
        fields: {
          country: 'Please choose one',
          orderContactName: 'This field is required',
          orderContactAreaCode: 'This field is required',
          orderContactPhone: 'This field is required',
          orderContactEmail: 'This field is required',
          businessContactPhone: 'Digits only, at most 20',
          businessContactAreaCode: 'This field is required',
          settlementContactAreaCode: 'This field is required',
          settlementContactEmail: 'Please enter a valid e-mail address',
        },
      },
    ]);
  });

  it.each([{ name: 'Other Ltd' }, { country: 'SG' }, { city: 'Ipoh' }, { address: '2 Jalan' }])(
    'once approved waits for us to change %j (§2 uc account)',
    async (legal) => {
      expect((await change(legal)).code).toBe(200);
      const before = Object.fromEntries(
        Object.keys(legal).map((field) => [field, { name: 'Agency', ...place }[field]]),
      );
      expect(await shown()).toMatchObject({
        name: 'Agency',
        ...place,
        request: { state: 'waiting', before, asked: legal },
      });
      expect((await test.call('partnerRequestWithdraw', {}, { token: main })).code).toBe(200);
      expect((await shown()).request).toBeNull();
      expect((await test.call('partnerRequestWithdraw', {}, { token: main })).code).toBe(200009);
    },
  );

  it('saved by twenty at once is saved by one', async () => {
    const { revision } = await shown();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change({ ...contactOf('order', `Aina ${at}`), revision })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    expect((await shown()).orderContact.name).toBe(`Aina ${answers.findIndex((answer) => answer.code === 200)}`);
  });

  it('waits again when a disapproved application is changed', async () => {
    const queue = async () => (await test.call('consolePartners', { query: 'Agency' }, { token: operations })).data;
    const id = (await queue()).list[0]?.id ?? '';
    const order = await fillOrder(test, main);
    const decide = async (approve: boolean) =>
      test.call(
        'consolePartnerDecide',
        { id, revision: (await shown()).revision, approve, reason: 'The address is not complete' },
        { token: operations },
      );
    expect((await decide(false)).code).toBe(200);
    expect((await profileOf(main)).status).toBe(2);
    expect(await infoOf(main)).toMatchObject({
      approval: 'disapproved',
      approvalReason: 'The address is not complete',
    });
    expect((await change({ address: '1 Jalan Ampang, Level 3', name: 'Agency Sdn Bhd' })).data).toMatchObject({
      approval: 'waiting',
      name: 'Agency Sdn Bhd',
    });
    expect((await profileOf(main)).status).toBe(1);
    expect(await queue()).toMatchObject({ waiting: 1, list: [{ id, approval: 'waiting' }] });
    expect((await test.call('createOrder', order, { token: main, key: newKey() })).code).toBe(200108);
    expect((await decide(true)).code).toBe(200);
    expect(await placeOrder(test, main)).toBeTruthy();
  });
});

describe('places', () => {
  const regions = async (query: string, country?: string) =>
    (await test.call('searchRegion', { query, country }, { language: 'ja_JP' })).data.list;
  const nations = async (query: string) =>
    (await test.call('searchNationality', { query }, { language: 'ja_JP' })).data.list;
  const inJapanese = { code: 'testville', name: 'テストビル', country: 'MY', countryName: 'マレーシア' };

  it.each(['テスト', 'てすと', 'TESTVILLE', '试城', 'マレーシア', 'malaysia'])(
    'are found by %j and answered in Japanese',
    async (query) => {
      expect(await regions(query)).toMatchObject([{ ...inJapanese, zone: 'Asia/Kuala_Lumpur' }]);
    },
  );

  it('are all listed without a word, or those of one country', async () => {
    expect((await regions('')).map((region) => region.code)).toEqual(['harbour', 'testville']);
    expect((await regions('', 'JP')).map((region) => region.name)).toEqual(['ハーバー市']);
    expect(await regions('nowhere')).toEqual([]);
  });

  it.each(['日本', 'japan', 'Japón', 'ญี่ปุ่น'])(
    'as nationalities are found by %j, in whichever language it is spelled out',
    async (query) => {
      expect(await nations(query)).toEqual([{ code: 'JP', name: '日本', areaCode: '81', exact: true }]);
    },
  );

  it('as nationalities, whole and short names come first, and parts of names are no whole name (§7 nationality/search)', async () => {
    expect((await nations('UK'))[0]).toMatchObject({ code: 'GB', exact: true });
    expect(await nations('japa')).toEqual([{ code: 'JP', name: '日本', areaCode: '81' }]);
    expect(await nations('Allemagne')).toMatchObject([{ code: 'DE', name: 'ドイツ' }]);
  });

  it('as nationalities begin with the six that are chosen most (§9 area codes)', async () => {
    expect((await nations('')).slice(0, 6).map((nation) => nation.code)).toEqual(['TH', 'CN', 'MY', 'SG', 'ID', 'PH']);
  });
});

describe('around the account', () => {
  it('what was shown once is remembered once, for its person only', async () => {
    for (let at = 0; at < 2; at += 1) await test.call('onboardingUpdate', { seen: 'welcome' }, { token: member });
    expect((await test.call('onboardingConfig', {}, { token: member })).data.seen).toEqual(['welcome']);
    expect((await test.call('onboardingConfig', {}, { token: main })).data.seen).toEqual([]);
  });

  it('only a configured proxy sets the country', async () => {
    const headers = { 'cf-ipcountry': 'MY' };
    expect((await test.call('ipCountry', {})).data).toEqual({ country: '' });
    expect((await test.call('ipCountry', {}, { headers })).data).toEqual({ country: '' });
    const behind = await openTestHouse({ env: { COUNTRY_HEADER: 'CF-IPCountry' } });
    expect((await behind.call('ipCountry', {}, { headers })).data).toEqual({ country: 'MY' });
    expect((await behind.call('ipCountry', {})).data).toEqual({ country: '' });
    await behind.close();
  });

  it('the numbers of the shop are shown to all visitors (§9 code can be sent again)', async () => {
    const answer = { omitVerCodeType: 0, codeResendSeconds: 60, payMinutes: 30, customerService: false };
    expect((await test.call('globalSetting', {})).data).toEqual(answer);
  });
});
