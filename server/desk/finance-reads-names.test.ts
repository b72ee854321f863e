// Finance reads who is named on an order and what it cost; passports, births and pick-ups are for those who carry it out (security, personal
// data: staff roles that need them).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

const ticket = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
}, 60_000);
afterAll(() => test.close());

it('the names of travellers alone, which operations read whole (rules §10)', async () => {
  const id = await buy(test, await test.signIn('agent@one.example', 'agent-2026'), { quantity: 1 });
  const whole = {
    '101': '梅',
    '102': 'Mei Tan',
    lastname: 'Tan',
    '202': 'E1234567',
    '204': '1990-01-31',
    '301': 'mei',
  };
  await sql`UPDATE sub_order SET travellers = ${JSON.stringify([whole])}::jsonb WHERE order_no = ${id}`.execute(
    test.database.house,
  );
  const place = (address: string) => ({ address, lat: 1.2966, lng: 103.8558, inside: true });
  const pickup = { ...place('7 Harbour Lane'), dropOff: place('9 Quay Street') };
  await sql`UPDATE purchase SET fields = '{"402": "1 Beach Road"}', pickup = ${JSON.stringify(pickup)}::jsonb,
    completion_notes = 'Mei uses a wheelchair', remark = 'Allergic to nuts' WHERE order_no = ${id}`.execute(
    test.database.house,
  );
  const signIn = (who: string) => test.signIn(`${who}@one.example`, `${who}-2026`);
  const read = async (who: string) => (await test.call('consoleOrder', { id }, { token: await signIn(who) })).data;
  const upload = { method: 'POST', headers: { token: await signIn('operations') }, body: ticket };
  expect((await test.fetch(`/api/console/orders/${id}/files?name=ticket.pdf`, upload)).status).toBe(200);
  for (const who of ['operations', 'admin'])
    expect(await read(who)).toMatchObject({
      ...{
        orderFields: { '402': '1 Beach Road' },
        completionNotes: 'Mei uses a wheelchair',
        remark: 'Allergic to nuts',
      },
      files: [{ name: 'ticket.pdf' }],
      places: { pickup: place('7 Harbour Lane'), dropOff: place('9 Quay Street') },
      lines: [{ travellers: [whole] }],
    });
  const seen = await read('finance');
  expect([seen.orderFields, seen.lines.map((line) => line.travellers)]).toEqual([
    {},
    [[{ '101': '梅', '102': 'Mei Tan', lastname: 'Tan' }]],
  ]);
  expect([seen.places, seen.completionNotes]).toEqual([{ pickup: null, dropOff: null }, '']);
  expect(JSON.stringify(seen)).not.toMatch(
    /E1234567|1990-01-31|Beach Road|Harbour Lane|Quay Street|103\.8558|wheelchair|nuts|ticket\.pdf/,
  );
  // Neither a paper of the order nor the file of its lines says more.
  const [file] = (await read('operations')).files;
  const finance = { headers: { token: await signIn('finance') } };
  expect((await test.fetch(`/api/console/orders/${id}/files/${file?.id}`, finance)).status).toBe(421);
});
