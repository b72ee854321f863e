// A product keeps its time zone while days of it are on sale or booked (decisions 0261, 0743): in the editor and in files.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEditor, newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { makePorter } from '../../tests/build/port-files.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
let content: string;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

const far = 'w611717';
const editor = () => makeEditor(test, { token: content });
const refusal = { fields: { city: expect.stringContaining('another time zone') } };

/** On the shelf with one day. */
async function sell(key: string) {
  const id = await editor().create(newDocument({ key, names: { en: key, zh_CN: key } }));
  const [pack] = (await editor().open(id)).document.packages;
  const setPlaces = (capacity: number) =>
    editor().calendar(pack?.id ?? '', [{ on: playOn, session: '09:00', capacity }]);
  await setPlaces(9);
  expect((await editor().state(id, 'published')).code).toBe(200);
  return { id, setPlaces };
}

it('is refused a city of another zone while days are on sale, and takes one of its own zone', async () => {
  const { id, setPlaces } = await sell('evening-walk');
  expect((await editor().change(id, { city: far })).data).toEqual(refusal);
  expect((await editor().open(id)).document.city).toBe('testville');
  expect((await test.call('consoleCities', { query: 'tbilisi' }, { token: content })).data.list).toEqual([]);
  // George Town has the clock of Kuala Lumpur.
  expect((await editor().change(id, { city: 'George Town, Malaysia' })).code).toBe(200);
  await setPlaces(0);
  expect((await editor().change(id, { city: far })).code).toBe(200);
  expect((await editor().open(id)).zone).toBe('Asia/Tbilisi');
});

it('is refused it while a booking stands, though nothing more is sold', async () => {
  const { id, setPlaces } = await sell('morning-walk');
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent, { product: 'morning-walk', session: '09:00' });
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  expect((await setPlaces(1)).code).toBe(200);
  expect((await editor().change(id, { city: far })).data).toEqual(refusal);
});

it('is refused it in a file too, by the row, before anything is written', async () => {
  const { id } = await sell('noon-walk');
  await test.call('consoleCityAdd', { code: far }, { token: content });
  const { document } = await editor().open(id);
  const porter = makePorter(test, { token: content });
  const checked = await porter.check(JSON.stringify([{ ...document, city: 'tbilisi' }]));
  expect(checked).toMatchObject({ bad: 1 });
  expect(JSON.stringify(await porter.rows(checked.id, 'bad'))).toMatch(/another time zone/);
});

it('is free to move before anything of it was sold', async () => {
  const id = await editor().create(newDocument({ key: 'draft-walk' }));
  expect((await editor().change(id, { city: far })).code).toBe(200);
});

it('is refused a city of the world in the preview of a file, not only when it runs', async () => {
  const { id } = await sell('dawn-walk');
  const { document } = await editor().open(id);
  const porter = makePorter(test, { token: content });
  // New York is none of the owner's cities yet.
  const checked = await porter.check(JSON.stringify([{ ...document, city: 'New York City, US' }]));
  expect(checked).toMatchObject({ bad: 1 });
  expect(JSON.stringify(await porter.rows(checked.id, 'bad'))).toMatch(/another time zone/);
  const near = await porter.check(JSON.stringify([{ ...document, city: 'George Town, Malaysia' }]));
  expect(near).toMatchObject({ bad: 0, changes: 1 });
});
