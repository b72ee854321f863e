// Genuine notices with figures of the wrong type are refused, reported to staff, and never a fault of the portal. A copy that was changed
// where no signature covers it does not take the place of the genuine notice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { setUpIPay88 } from '../../tests/build/gateways/set-up-ipay88.ts';
import { openGateway, signNotice, type TestGateway } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { openTheatre } from '../../tests/build/set-up-channels.ts';

let test: TestHouse;
let gateway: TestGateway;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
});

afterAll(async () => {
  await gateway.close();
  await test.close();
});

describe('a genuine notice', () => {
  it('with a figure that is none is refused, and the order stays as it was', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const orderNo = await placeOrder(test, member);
    const started = (await test.call('paying', { id: orderNo, channel: 'sandbox' }, { token: member, key: newKey() }))
      .data;
    const event = {
      eventId: 'evt-odd',
      type: 'payment.paid',
      merchant: 'shop-one',
      paymentId: String(started.redirectUrl).split('/').at(-1),
      transactionId: 'txn-odd',
      reference: started.paymentNo,
      currency: 'MYR',
      at: new Date().toISOString(),
    };
    for (const amountMinor of ['10000', '', null, 1.5, 1e30, [10_000], { value: 10_000 }, true]) {
      const { raw, headers } = signNotice({ ...event, amountMinor });
      const answer = await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
      expect([answer.status, await answer.text()]).toEqual([400, 'refused']);
    }
    const { data } = await test.call('isPaySuccess', { id: orderNo }, { token: member });
    expect(data.paid).toBe(false);
    expect(test.log.some((line) => line.includes('a genuine notice could not be read'))).toBe(true);
  });
});

describe('a copy of an iPay88 notice with another value that the signature does not cover', () => {
  it.each([
    ['Remark', 'x'],
    ['TransId', ''],
  ])(
    '(%s) leaves the genuine notice to settle the order',
    async (field, value) => {
      const theatre = await openTheatre([setUpIPay88]);
      const stage = theatre.stageOf('iPay88');
      const orderNo = await stage.order();
      await stage.start(orderNo);
      const genuine = await stage.play.notice(await stage.attempt(orderNo));
      const copy = new URLSearchParams(genuine.raw);
      copy.set(field, value);
      await stage.tell({ ...genuine, raw: copy.toString() });
      expect(await stage.status(orderNo)).toMatchObject({ payStatus: PaymentStatus.paying });
      await stage.tell(genuine);
      expect(await stage.status(orderNo)).toMatchObject({ payStatus: PaymentStatus.paid, applied: 1 });
      await theatre.close();
    },
    120_000,
  );
});
