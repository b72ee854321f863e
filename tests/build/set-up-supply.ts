// Orders of suppliers for tests: a second package with another supplier, and an order of both.
import { sql } from '../../server/platform/db.ts';
import { hashToken, makeToken } from '../../server/platform/make-ids.ts';
import { makeEditor, newPackage, newSku } from './edit-products.ts';
import type { TestHouse } from './open-house.ts';
import { fillFields, findProduct, newKey } from './place-orders.ts';
import { giveToSupplier } from './set-up-desk.ts';
import { playOn } from './small-seed.ts';

const house = (test: TestHouse) => test.database.house;

/** A supplier beside the seed's, and a login of it. Returns the login's token. */
export async function makeSecondSupplier(test: TestHouse): Promise<{ id: string; token: string }> {
  const email = 'supplier@second.example';
  await sql`INSERT INTO account (owner_id, kind, email, name, language, password_hash, roles, email_proved_at)
    SELECT owner_id, 'staff', ${email}, 'Second', 'th', password_hash, roles, now() FROM account
    WHERE owner_id = 1 AND email = 'supplier@one.example'`.execute(house(test));
  const made = await sql<{ id: string }>`INSERT INTO supplier (owner_id, name, contacts, language, zone)
    VALUES (1, 'Second Guides', ${JSON.stringify([{ name: 'Dao', email, areaCode: '', phone: '' }])}::jsonb, 'th', 'Asia/Bangkok')
    RETURNING supplier_id::text AS id`.execute(house(test));
  const id = made.rows[0]?.id ?? '';
  await sql`UPDATE account SET supplier_id = ${id}::bigint WHERE owner_id = 1 AND email = ${email}`.execute(
    house(test),
  );
  return { id, token: await test.signIn(email, 'supplier-2026') };
}

/** A link by which the seed's supplier answers an order of the observation deck. Returns its token. */
export async function makeSupplyLink(test: TestHouse, orderNo: string): Promise<string> {
  await giveToSupplier(test, 'tower');
  const token = makeToken();
  await sql`INSERT INTO supply_link (owner_id, token_hash, order_no, supplier_id, sent_to, expires_at)
    SELECT 1, ${hashToken(token)}, ${orderNo}, supplier_id, email, now() + interval '1 hour' FROM account
    WHERE owner_id = 1 AND email = 'supplier@one.example'`.execute(house(test));
  return token;
}

/** A package of the tour that the other supplier delivers, with places on the seed's day. */
export async function addPackageOf(test: TestHouse, supplierId: string): Promise<void> {
  const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const { id } = await findProduct(test, 'Green Hills Day Tour');
  const skus = [newSku({ priceMinor: 300 })];
  const { packages } = (await editor.open(id)).document;
  const added = newPackage({ key: 'boat', names: { en: 'Boat' }, supplierId, skus });
  const saved = await editor.change(id, { packages: [...packages, added] });
  if (saved.code !== 200) throw new Error(`not saved: ${JSON.stringify(saved.data)}`);
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT owner_id, package_id, ${playOn}::date, '', 40 FROM package WHERE owner_id = 1 AND key = 'boat'`.execute(
    house(test),
  );
}

type Code = { promoCode: string; offMinor: number };

/** Two on foot and one by boat, paid from the deposit: both wait. `code` takes a fixed amount off. */
export async function buyOfBoth(test: TestHouse, token: string, code?: Code): Promise<string> {
  const orderNo = await placeOfBoth(test, token, code);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
  return orderNo;
}

/** The same before it is paid. */
export async function placeOfBoth(test: TestHouse, token: string, code?: Code): Promise<string> {
  const product = await findProduct(test, 'Green Hills Day Tour', { token });
  const lines = product.packages.map((pack, at) => ({
    skuId: pack.skus[0]?.id ?? '',
    playOn,
    session: '',
    quantity: at ? 1 : 2,
  }));
  const spelled = lines.map((line) => `${line.skuId}:${playOn}::${line.quantity}`).join(',');
  const form = await test.call('bookProducts', { lines: spelled }, { token });
  const contact = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };
  const { total } = form.data;
  const seenTotal = { ...total, amountMinor: total.amountMinor - (code?.offMinor ?? 0) };
  const asked = { id: product.id, lines, contact, agreed: true, ...fillFields(form.data), seenTotal };
  const input = code ? { ...asked, promoCode: code.promoCode } : asked;
  const placed = await test.call('createOrder', input, { token, key: newKey() });
  if (placed.code !== 200) throw new Error(`no order: ${placed.code} ${placed.msg}`);
  return placed.data.orderNo;
}
