// A quotation of a partner that the owner blocked is no offer any more (§2 onlinequotation): its link looks like one that is over, and leads
// to the quotation again once the partner may act.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { refusals } from '../../domain/errors.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  staff = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

const { linkExpired } = refusals;

const signIn = () => test.signIn('agent@one.example', 'agent-2026');

async function send(agent: string) {
  const { id: productId, packages } = await findProduct(test, 'Silver Tower');
  const line = { productId, packageId: packages[0]?.id ?? '', skuId: packages[0]?.skus[0]?.id ?? '' };
  const draft = { language: 'en' as const, currency: 'MYR' as const, validUntil: addDays(today, 5), title: 'A day' };
  const lines = [{ ...line, playOn, quantity: 1 }];
  const saved = (await test.call('quotationSave', { ...draft, lines }, { token: agent })).data;
  const sent = await test.call('quotationSend', { id: saved.id, revision: saved.revision }, { token: agent });
  return new URL(sent.data.address).searchParams.get('quotetoken') ?? '';
}

async function codes(quotetoken: string) {
  const read = await test.call('dtaQuoteList', { quotetoken });
  const asked = await test.call('quotationAsk', { quotetoken, name: 'Somchai', text: 'Is lunch included?' });
  const file = await test.fetch(`/api/export/exportQuote?quotetoken=${quotetoken}`, { method: 'POST' });
  return [read.code, asked.code, file.headers.get('content-type')?.split(';')[0]];
}

it('is closed while its partner is frozen or was disapproved, and cannot be accepted', async () => {
  const quotetoken = await send(await signIn());
  const accept = () => test.call('quotationAccept', { quotetoken, version: 1, name: 'Somchai' });
  const open = [200, 200, 'application/pdf'];
  const closed = [linkExpired, linkExpired, 'application/json'];
  expect(await codes(quotetoken)).toEqual(open);
  const found = (await test.call('consolePartners', { query: 'Agency' }, { token: staff })).data.list[0];
  const freeze = async (frozen: boolean) => {
    const id = found?.id ?? '';
    const { revision } = (await test.call('consolePartner', { id }, { token: staff })).data;
    const asked = { id, revision, frozen, reason: 'Does not pay' };
    expect((await test.call('consolePartnerFreeze', asked, { token: staff })).code).toBe(200);
  };
  await freeze(true);
  expect(await codes(quotetoken)).toEqual(closed);
  expect((await accept()).code).toBe(linkExpired);
  await freeze(false);
  expect(await codes(quotetoken)).toEqual(open);
  const approve = (approval: string) =>
    sql`UPDATE partner SET approval = ${approval} WHERE owner_id = 1 AND name = 'Agency'`.execute(test.database.house);
  await approve('disapproved');
  expect((await accept()).code).toBe(linkExpired);
  await approve('approved');
  expect((await accept()).data).toEqual({ status: 'accepted' });
});

it('is answered to the main account, which customers are shown too, while no one proved the address of the one that made it', async () => {
  const [email, password] = ['stranger@mail.example', 'letters-2026'];
  const sub = { username: 'Maker001', email, name: 'Maker', password, confirmation: password };
  expect((await test.call('createChildAccount', sub, { token: await signIn() })).code).toBe(200);
  const quotetoken = await send(await test.signIn('Maker001', password));
  const read = () => test.call('dtaQuoteList', { quotetoken });
  expect((await read()).data.quotation?.agent.email).toBe('agent@one.example');
  await test.call('quotationAsk', { quotetoken, name: 'Somchai', text: 'Is there a second boat?' });
  const asks = async (to: string) => (await test.mails(to)).filter((mail) => mail.body.includes('a second boat'));
  await until(
    () => asks('agent@one.example'),
    (mails) => mails.length === 1,
  );
  expect(await asks(email)).toEqual([]);
  await sql`UPDATE account SET email_proved_at = now() WHERE email = ${email}`.execute(test.database.house);
  expect((await read()).data.quotation?.agent.email).toBe(email);
});
