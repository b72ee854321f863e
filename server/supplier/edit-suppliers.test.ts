// Suppliers as companies (rules §1, §10): made from nothing, assigned to products and packages, with logins that see their own
// orders; each refusal names its field, and everything is in the log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { makeEditor, newDocument, newPackage } from '../../tests/build/edit-products.ts';
import { chosenPassword, enterByInvitation } from '../../tests/build/enter-new-staff.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let operations: string;
let admin: string;
let content: string;

beforeAll(async () => {
  test = await openTestHouse();
  operations = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  content = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

type Form = InputOf<'consoleSupplierSave'>;
const blank: Form = {
  name: 'Hill Guides',
  contacts: [{ name: 'Aung', email: 'Aung@hills.example', areaCode: '95', phone: '9123456' }],
  language: 'th',
  zone: 'Asia/Yangon',
  address: '1 Hill Road',
  note: 'Pays late',
  active: true,
  keepsStock: false,
  getsMails: true,
};
const save = (change: Partial<Form> = {}, token = operations) =>
  test.call('consoleSupplierSave', { ...blank, ...change }, { token });
const make = async (name: string) => (await save({ name })).data.id;

describe('a supplier', () => {
  it('is made, listed, changed under its revision and switched off, all of it in the log', async () => {
    const id = await make('Hill Guides');
    const shown = (await test.call('consoleSupplier', { id }, { token: operations })).data;
    expect(shown).toMatchObject({ ...blank, contacts: [{ email: 'aung@hills.example' }], staff: [], products: [] });
    const { list } = (await test.call('consoleSuppliers', { query: 'aung@' }, { token: operations })).data;
    expect(list).toMatchObject([{ id, name: 'Hill Guides', contactName: 'Aung', logins: 0, products: 0 }]);
    const { revision } = shown;
    expect((await save({ id, revision, active: false })).code).toBe(200);
    expect((await save({ id, revision, name: 'Late' })).code).toBe(200009);
    const found = await test.call('consoleSuppliers', { state: 'inactive' }, { token: operations });
    expect(found.data.list.map((item) => item.id)).toEqual([id]);
    const { log } = (await test.call('consoleSupplier', { id }, { token: operations })).data;
    expect(log).toMatchObject([
      { act: 'supplier-changed', before: { active: true }, after: { active: false } },
      { act: 'supplier-created', after: { name: 'Hill Guides' } },
    ]);
  });

  it('names each wrong field', async () => {
    const contacts = [
      { name: '', email: '', areaCode: '', phone: '' },
      { name: '', email: 'nobody', areaCode: '', phone: '12a' },
    ];
    expect((await save({ name: ' ', zone: 'Nowhere/City', contacts })).data).toEqual({
      fields: {
        name: 'This field is required',
        zone: 'Please choose a time zone',
        'contacts.0.name': 'This field is required',
        'contacts.0.email': 'Please enter a valid e-mail address',
        'contacts.0.phone': expect.any(String),
        'contacts.0.areaCode': 'This field is required',
      },
    });
  });

  it('is edited by operations, its logins by administrators, of their own house', async () => {
    const id = await make('Own House');
    expect((await save({}, content)).http).toBe(421);
    const login = { id, email: 'x@hills.example', name: 'X' };
    expect((await test.call('consoleSupplierStaffSave', login, { token: operations })).http).toBe(421);
    const foreign = { token: await test.signIn('admin@two.example', 'admin-2026', 'two.test'), host: 'two.test' };
    expect((await test.call('consoleSupplier', { id }, foreign)).http).toBe(421);
    expect((await test.call('consoleSupplierStaffSave', login, foreign)).http).toBe(421);
    expect((await test.call('consoleSupplierSave', { ...blank, id, revision: 1 }, foreign)).http).toBe(421);
    const { data } = await test.call('consoleSupplierChoices', {}, foreign);
    expect(data.list.map((item) => item.name)).toEqual(['Suda']);
  });
});

describe('a login of a supplier', () => {
  const saveLogin = (input: InputOf<'consoleSupplierStaffSave'>) =>
    test.call('consoleSupplierStaffSave', input, { token: admin });

  it('is made without a password, which its person chooses by a mailed link; has the role alone, and ends when it is switched off', async () => {
    const id = await make('Sea Guides');
    const made = await saveLogin({ id, email: 'wrong@sea.example', name: 'Nilar' });
    expect(Object.keys(made.data)).toEqual(['id']);
    const seen = (await test.call('consoleSupplier', { id }, { token: operations })).data.staff[0];
    expect(seen).toMatchObject({ passwordSet: false, firstPasswordUntil: null });
    const wrong = await until(async () => (await test.mails('wrong@sea.example'))[0], Boolean);
    const lost = /reset\?token=([\w-]+)/.exec(wrong?.body ?? '')?.[1] ?? '';
    const moved = { id, accountId: made.data.id, revision: seen?.revision, email: 'nilar@sea.example', name: 'Nilar' };
    expect((await saveLogin(moved)).code).toBe(200);
    const typed = { token: lost, password: 'somebody-else-2026', confirmation: 'somebody-else-2026' };
    expect((await test.call('resetPasswordByToken', typed)).code).toBe(200107);
    const token = await enterByInvitation(test, 'nilar@sea.example');
    expect((await test.call('consoleMe', {}, { token })).data.roles).toEqual(['supplier']);
    const { staff } = (await test.call('consoleSupplier', { id }, { token: operations })).data;
    expect(staff).toMatchObject([{ name: 'Nilar', active: true }]);
    const [{ id: accountId = '', revision = 0 } = {}] = staff;
    const { companies } = (await test.call('consoleStaff', {}, { token: admin })).data;
    expect(companies[accountId]).toBe('Sea Guides');
    const form = { accountId, email: 'nilar@sea.example', name: 'Nilar' };
    const other = await make('Other Guides');
    expect((await saveLogin({ ...form, revision, id: other, active: false })).http).toBe(421);
    expect((await test.call('consoleSupplierStaffReset', { id: other, accountId }, { token: admin })).http).toBe(421);
    const reset = await test.call('consoleSupplierStaffReset', { id, accountId }, { token: admin });
    expect(reset).toMatchObject({ code: 200, data: {} });
    expect((await test.call('consoleMe', {}, { token })).http).toBe(401);
    const old = await test.call('consoleLogin', { account: 'nilar@sea.example', password: chosenPassword });
    expect(old.code).not.toBe(200);
    expect((await test.call('consoleStaffReset', { id: accountId }, { token: admin })).data.password).toBeNull();
    const letters = await until(
      async () => (await test.mails('nilar@sea.example')).filter((mail) => mail.occasion.startsWith('account invite')),
      (list) => list.length >= 3,
    );
    expect(letters[0]?.body).toContain('staff=1');
    await enterByInvitation(test, 'nilar@sea.example');
    const newest = (await test.call('consoleSupplier', { id }, { token: operations })).data.staff[0]?.revision;
    expect((await saveLogin({ ...form, revision: newest, id, active: false })).code).toBe(200);
    expect((await saveLogin({ id, email: 'NILAR@sea.example', name: 'Twice' })).data).toEqual({
      fields: { email: 'There is an account with this e-mail already' },
    });
  });

  it('given the role on the page of staff, has a supplier of its own name and a password by mail', async () => {
    const form = { email: 'solo@guide.example', name: 'Solo Guide', roles: ['supplier' as const] };
    const { data } = await test.call('consoleStaffSave', form, { token: admin });
    const { list } = (await test.call('consoleSuppliers', { query: 'Solo' }, { token: operations })).data;
    expect(list).toMatchObject([{ id: data.id, name: 'Solo Guide', contactEmail: 'solo@guide.example', logins: 1 }]);
    expect(data.password).toBeNull();
    const staff = (await test.call('consoleStaff', {}, { token: admin })).data.list.find((item) => item.id === data.id);
    expect(staff).toMatchObject({ passwordSet: false, firstPasswordUntil: null });
    expect(await enterByInvitation(test, form.email)).toBeTruthy();
  });
});

describe('the product editor', () => {
  it('assigns a supplier to a product and another to a package; unknown ones are refused by field', async () => {
    const editor = makeEditor(test, { token: content });
    const [whole, part] = [await make('Whole Guides'), await make('Part Guides')];
    const packages = [newPackage(), newPackage({ key: 'boat', supplierId: part })];
    const document = newDocument({ key: 'two-guides', supplierId: whole, packages });
    const { id } = (await editor.save({ document })).data;
    const file = (await test.call('consoleProduct', { id }, { token: content })).data.document;
    expect([file.supplierId, ...file.packages.map((pack) => pack.supplierId)]).toEqual([whole, null, part]);
    for (const value of [whole, part]) {
      const { products } = (await test.call('consoleSupplier', { id: value }, { token: operations })).data;
      expect(products).toMatchObject([{ id }]);
    }
    const foreign = await sql<{ id: string }>`SELECT supplier_id::text AS id FROM supplier WHERE owner_id = 2`.execute(
      test.database.house,
    );
    const wrong = newDocument({
      key: 'wrong-guides',
      supplierId: '77',
      packages: [newPackage({ supplierId: foreign.rows[0]?.id ?? '' })],
    });
    expect((await editor.save({ document: wrong })).data).toEqual({
      fields: { supplierId: 'Please choose one', 'packages.0.supplierId': 'Please choose one' },
    });
  });
});
