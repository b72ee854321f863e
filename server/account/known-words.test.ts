// A new password contains no name of its person, company or shop (ASVS 6.1.2, 6.2.11), on every screen that sets one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasKnownWord } from '../../domain/passwords.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
  await sql`UPDATE owner SET name = 'Orchid Lines' WHERE owner_id = 1`.execute(test.database.house);
  await sql`UPDATE web_setting SET title = '{"en": "Lagoon Trips", "fr_FR": "Bateaux Bleus"}' WHERE owner_id = 1`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

const words = 'Please leave out your name, your e-mail name and the names of your company and this shop';
const refusal = { code: 200001, data: { fields: { password: words } } };
const twice = (password: string) => ({ password, confirmation: password });
/** Of the shop: its owner, its titles in any language, and what it is made with. */
const ofShop = ['0rchid-orchid', 'LAGOON-2026', 'bateaux7', 'my-Kembara-1'];

describe('a word', () => {
  it.each([
    ['anna-maria9', ['anna@example.com'], true],
    ['Xannax-99', ['anna@example.com'], true],
    ['example-99', ['anna@example.com'], false],
    ['lim-2026', ['Mei Lim'], false],
    ['tanaka-1', ['Mei Tanaka'], true],
    ['ＴＡＮＡＫＡ1', ['Tanaka'], true],
    ['müller-1', ['Mu\u0308ller'], true],
    ['mueller-1', ['Müller'], false],
    ['sailor77', ['sailor77'], true],
    ['2026-2026a', ['Tours 2026'], false],
    ['@@-4567a', ['', '   ', '@@'], false],
    ['kembara-7', [], true],
    ['aim-more7', [], false],
  ])('of the person is found in %j beside %j: %s', (password, known, found) => {
    expect(hasKnownWord(password, known)).toBe(found);
  });
});

describe('is refused', () => {
  it('when signing up, with the company’s words too', async () => {
    const kind = 'corporate' as const;
    const contact = { orderContactName: 'Siti', orderContactAreaCode: '60', orderContactPhone: '12345678' };
    const form = {
      ...{ registrant: kind, email: 'captain@example.com', name: 'Mei Tanaka', companyName: 'Harbour Tours' },
      ...{ areaCode: '60', mobile: '12345678', country: 'MY', city: 'Ipoh', address: '1 Jalan Sultan', ...contact },
      ...{ orderContactEmail: 'siti@example.com', agreed: true, flow: 'flow-of-names' },
    };
    for (const password of ['captain-1', 'tanaka-99', 'Harbour-7', ...ofShop])
      expect(await test.call('register', { ...form, ...twice(password) }), password).toMatchObject(refusal);
    const image = await solveImage(test);
    expect((await test.call('register', { ...form, ...image, ...twice('meadow-77') })).code).toBe(200);
  });

  it('by the link for a forgotten password, which stays usable', async () => {
    expect((await test.call('forgetPassword', { email: 'agent@one.example', ...(await solveImage(test)) })).code).toBe(
      200,
    );
    const mails = () => test.mails('agent@one.example');
    const [mail] = await until(mails, (list) => list.some((mail) => mail.body.includes('/login/reset')));
    const token = /token=([\w-]{22,})/.exec(mail?.body ?? '')?.[1] ?? '';
    for (const password of ['agent-2026', 'my-Agency-1', ...ofShop])
      expect(await test.call('resetPasswordByToken', { token, ...twice(password) }), password).toMatchObject(refusal);
    expect((await test.call('resetPasswordByToken', { token, ...twice('meadow-77') })).code).toBe(200);
    const invented = { token: 'x'.repeat(43), ...twice('agent-2026') };
    expect((await test.call('resetPasswordByToken', invented)).code).toBe(200107);
  });

  it('when a member changes it, and when a guest sets a first one (§2 uc setPassword)', async () => {
    const token = await test.signIn('member@one.example', 'member-2026');
    for (const password of ['member-77', ...ofShop]) {
      const typed = { current: 'member-2026', ...twice(password) };
      expect(await test.call('changePassword', typed, { token }), password).toMatchObject(refusal);
    }
    const guest = await enterAsGuest(test, 'wanderer@example.com');
    for (const password of ['wanderer7', ...ofShop])
      expect(await test.call('setPassword', twice(password), { token: guest }), password).toMatchObject(refusal);
    expect((await test.call('setPassword', twice('meadow-77'), { token: guest })).code).toBe(200);
  });

  it('for a sub-account, with its user name and its company', async () => {
    const token = await test.signIn('agent@one.example', 'meadow-77');
    const form = { username: 'sailor77', email: 'first.mate@example.com', name: 'Lina Ongkowijaya' };
    for (const password of ['sailor-99', 'my-first-1', 'ongkowijaya1', 'Agency-77', ...ofShop])
      expect(await test.call('createChildAccount', { ...form, ...twice(password) }, { token }), password).toMatchObject(
        refusal,
      );
    expect((await test.call('createChildAccount', { ...form, ...twice('meadow-77') }, { token })).code).toBe(200);
  });

  it('for staff, in the caller’s language', async () => {
    const token = await test.signIn('operations@one.example', 'operations-2026');
    for (const password of ['daniel-77', 'operations-77', ...ofShop]) {
      const typed = { current: 'operations-2026', ...twice(password) };
      const answer = await test.call('consolePassword', typed, { token, language: 'ja_JP' });
      expect(JSON.stringify(answer.data), password).toMatch(/ショップ名は使わないでください/);
    }
    const typed = { current: 'operations-2026', ...twice('meadow-77') };
    expect((await test.call('consolePassword', typed, { token })).code).toBe(200);
  });
});
