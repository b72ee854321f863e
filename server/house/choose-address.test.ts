// The address that npm start prints is one that answers (docs/operations.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { chooseAddress } from './choose-address.ts';
import { makeHouse } from './make-house.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

it('is localhost for the demo, a shop’s hostname, localhost for an empty database, and the hostname of an installation', async () => {
  const { house } = test.database;
  const at = (hasDemo: boolean) => chooseAddress(house, 3000, hasDemo);
  expect(await at(true)).toEqual({ origin: 'http://localhost:3000', known: true });
  await sql`UPDATE owner SET address = 'https://one.example.com' WHERE owner_id = 1`.execute(house);
  expect(await at(false)).toEqual({ origin: 'https://one.example.com', known: true });
  await sql`UPDATE owner SET closed_at = now(), closed_reason = 'moved'`.execute(house);
  expect(await at(false)).toEqual({ origin: 'http://localhost:3000', known: false });
  await makeHouse(test.database, { address: 'https://house.example.com', email: 'anna@house.example', name: 'Anna' });
  expect(await at(false)).toEqual({ origin: 'https://house.example.com', known: true });
});
