// A buyer's remark reaches staff (§7 remark, remarks): operations are mailed, the order stays in a queue until a person reads it, the
// answer may come from the owner's texts in the buyer's language, and the buyer sees it and is mailed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy } from '../../tests/build/set-up-desk.ts';

let test: TestHouse;
let agent: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const unread = async () => {
  const { list } = (await test.call('consoleQueues', {}, { token: staff })).data;
  return list.find((queue) => queue.key === 'unread')?.count;
};
const waiting = async () => (await test.call('consoleOrders', { trouble: 'unread' }, { token: staff })).data.list;

it('what a buyer writes is mailed to operations and waits in the queue until it is read', async () => {
  const id = await buy(test, agent);
  await test.call('remark', { orderNo: id, text: 'Is there a child seat?' }, { token: agent });
  const mails = await until(
    () => test.mails('operations@one.example'),
    (list) => list.some((mail) => mail.subject.includes(id)),
  );
  const mail = mails.find((mail) => mail.subject.includes(id));
  expect(mail?.subject).toBe(`Message of the buyer: order ${id}`);
  expect(mail?.body).toContain('Is there a child seat?');
  expect(await unread()).toBe(1);
  expect((await waiting()).map((order) => order.orderNo)).toEqual([id]);
  await test.call('consoleRemarks', { id, page: 1 }, { token: staff });
  expect(await unread()).toBe(0);
  expect((await test.call('consoleRemarkUnread', { id }, { token: staff })).code).toBe(200);
  expect((await waiting()).map((order) => order.orderNo)).toEqual([id]);
  const other = await buy(test, agent);
  expect((await test.call('consoleRemarkUnread', { id: other }, { token: staff })).code).toBe(200302);
  expect((await test.mails('supplier@one.example')).some((mail) => mail.subject.includes(id))).toBe(false);
});

it('texts are saved per language, filled for the order, and the sent one reaches the buyer', async () => {
  const bad = await test.call('consoleAnswerSave', { titles: { en: 'Seats' }, texts: {} }, { token: staff });
  expect(bad.data).toMatchObject({ fields: { 'texts.en': {} } });
  const titles = { en: 'Child seats', zh_CN: '儿童座椅' };
  const texts = { en: 'Dear {name}, yes for {orderNo}. {nobody}', zh_CN: '{name}，有的。' };
  const saved = (await test.call('consoleAnswerSave', { titles, texts }, { token: staff })).data;
  const change = (revision: number) =>
    test.call('consoleAnswerSave', { id: saved.id, revision, titles, texts }, { token: staff });
  expect((await change(saved.revision)).data.revision).toBe(saved.revision + 1);
  expect((await change(saved.revision)).code).toBe(200009);
  const id = await buy(test, agent);
  const { list } = (await test.call('consoleAnswersFor', { id }, { token: staff })).data;
  expect(list).toEqual([{ id: saved.id, title: 'Child seats', text: `Dear Mei Tan, yes for ${id}. {nobody}` }]);
  await test.call('consoleRemark', { id, text: list[0]?.text ?? '' }, { token: staff });
  const remarks = (await test.call('remarks', { a: id, b: 1 }, { token: agent })).data.list;
  expect(remarks).toMatchObject([{ side: 2, text: `Dear Mei Tan, yes for ${id}. {nobody}`, unread: true }]);
  await until(
    () => test.mails('mei@example.com'),
    (mails) => mails.some((mail) => mail.occasion.startsWith(`order ${id} remark:`)),
  );
  const gone = { id: saved.id, revision: saved.revision + 1 };
  expect((await test.call('consoleAnswerDelete', gone, { token: staff })).code).toBe(200);
  expect((await test.call('consoleAnswers', {}, { token: staff })).data.total).toBe(0);
});
