// Who wrote a review is mailed once when it was answered and is read in the shop (decision 0769): the answer, and the way to the reviews.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let desk: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  desk = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  await makeRoom(test);
  await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(test.database.house);
});
afterAll(() => test.close());

/** A review that waits, by its order and number. */
async function review() {
  const orderNo = await buy(test, agent, {});
  const line = `${orderNo}-1`;
  expect((await test.call('consoleVoucherRedeem', { text: line }, { token: desk })).code).toBe(200);
  const written = { line, stars: 4, body: 'A quiet place.', language: 'en' as const };
  expect((await test.call('reviewSend', written, { token: agent })).code).toBe(200);
  const id = (await test.call('consoleReviews', { query: orderNo }, { token: desk })).data.list[0]?.id ?? '';
  const answer = async (text: string) =>
    expect((await test.call('consoleReviewAnswer', { id, text }, { token: desk })).code).toBe(200);
  const decide = async (act: 'publish' | 'hide') =>
    expect((await test.call('consoleReviewDecide', { id, act, why: 'A guide' }, { token: desk })).code).toBe(200);
  const mails = async () =>
    (await test.mails('mei@example.com')).filter(({ occasion }) =>
      occasion.startsWith(`order ${orderNo} reviewAnswered`),
    );
  return { answer, decide, mails };
}
const first = <T>(list: T[]) => list.length > 0;

it('is mailed the answer once, however often it is corrected', async () => {
  const { answer, decide, mails } = await review();
  await decide('publish');
  await answer('Thank you, Mei.\nCome back!');
  const [mail] = await until(mails, first);
  expect(mail?.subject).toBe('Owner one has answered your review of Silver Tower');
  expect(mail?.body).toContain('Come back!');
  expect(mail?.html).toMatch(/href="http:\/\/one\.test\/tours\/[\w-]+\/[\w-]+\/\d+#reviews"/);
  // What it cost is another matter.
  expect(mail?.body).not.toContain('MYR');
  await answer('Thank you very much, Mei.');
  const other = await review();
  await other.decide('publish');
  await other.answer('Thanks');
  await until(other.mails, first);
  expect(await mails()).toHaveLength(1);
});

it('is mailed nothing while no one reads the review, and the answer once it is published', async () => {
  const { answer, decide, mails } = await review();
  await answer('Thank you');
  const other = await review();
  await other.decide('publish');
  await other.answer('Thanks');
  await until(other.mails, first);
  expect(await mails()).toEqual([]);
  await decide('hide');
  await decide('publish');
  expect(await until(mails, first)).toHaveLength(1);
});
