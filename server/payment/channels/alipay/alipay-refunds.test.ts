// Alipay's refunds, daily list and notices, against its fake alone, without the installation.
import { describe, expect, it } from 'vitest';
import { toGbk, zip } from '../../../../sandbox/alipay/write-bill.ts';
import { act, askedOf, configOf, openAlipay, outNo, paid } from '../../../../tests/build/gateways/open-alipay.ts';
import { alipayKeys, controlAlipay, signAs } from '../../../../tests/build/gateways/set-up-alipay.ts';
import { ChannelRefused, type StartInput } from '../channel.ts';
import { alipay } from './alipay.ts';
import { readAlipayBill } from './alipay-bill.ts';
import { toChinaTime } from './alipay-calls.ts';

openAlipay();

describe('refunds', () => {
  const give = (input: StartInput, amountMinor: number, part = 'one') => {
    const refund = {
      ...{ refundNo: `${input.paymentNo}-${part}`, refundRef: null, payment: askedOf(input), reason: '客人取消' },
      amount: { amountMinor, currency: 'CNY' as const },
    };
    return {
      ask: () => alipay.refund?.(configOf(), refund, new Date()),
      know: () => alipay.queryRefund?.(configOf(), refund, new Date()),
    };
  };

  it('go back in parts, once per number, never beyond', async () => {
    const input = await paid();
    const first = give(input, 4000);
    expect(await first.know()).toBeUndefined();
    expect(await first.ask()).toEqual({ state: 'successful', refundRef: null });
    expect(await first.ask()).toEqual({ state: 'successful', refundRef: null });
    await expect(give(input, 4001).ask()).rejects.toBeInstanceOf(ChannelRefused);
    await expect(give(input, 12_130, 'two').ask()).rejects.toBeInstanceOf(ChannelRefused);
    expect(await give(input, 12_129, 'two').ask()).toMatchObject({ state: 'successful' });
    const { trade } = await controlAlipay<{ trade: { refunds: { cents: number }[] } }>(`trades/${outNo(input)}`);
    expect(trade.refunds.map((refund) => refund.cents)).toEqual([4000, 12_129]);
  });

  it('that wait are not yet done; a poor seller and a busy Alipay are asked again; a finished trade is a clear no', async () => {
    await controlAlipay('settings', { plans: ['processing', 'poor'] });
    const slow = await paid();
    expect(await give(slow, 100).ask()).toEqual({ state: 'processing', refundRef: null });
    expect(await give(slow, 100).know()).toBeUndefined();
    await controlAlipay(`refunds/${slow.paymentNo}-one`, {});
    expect(await give(slow, 100).know()).toMatchObject({ state: 'successful' });
    const poor = give(await paid(), 100);
    await expect(poor.ask()).rejects.not.toBeInstanceOf(ChannelRefused);
    await controlAlipay('settings', { mode: 'error', method: 'trade.refund' });
    await expect(poor.ask()).rejects.not.toBeInstanceOf(ChannelRefused);
    expect(await poor.ask()).toMatchObject({ state: 'successful' });
    const over = await paid();
    await act(over, 'finish');
    await expect(give(over, 100).ask()).rejects.toBeInstanceOf(ChannelRefused);
  });
});

describe("the day's list", () => {
  const china = (ahead = 0) => toChinaTime(new Date(Date.now() + ahead)).slice(0, 10);
  const dayAhead = 86_400_000;

  it('holds payments and refunds by our numbers', async () => {
    const input = await paid();
    const part = { amountMinor: 2500, currency: 'CNY' as const };
    const refundNo = `${input.paymentNo}-test`;
    const refund = { refundNo, refundRef: null, payment: askedOf(input), amount: part, reason: 'x' };
    await alipay.refund?.(configOf(), refund, new Date());
    const today = china();
    await expect(alipay.settlementList?.(configOf(), today, new Date())).rejects.toThrow('40002');
    await controlAlipay('settings', { aheadSeconds: 86_400 });
    const rows = await alipay.settlementList?.(configOf(), today, new Date(Date.now() + dayAhead));
    expect(rows?.filter((row) => row.ourRef.startsWith(input.paymentNo))).toEqual([
      {
        kind: 'payment',
        providerRef: expect.stringMatching(/^\d{28}$/),
        ourRef: input.paymentNo,
        amount: input.amount,
      },
      { kind: 'refund', providerRef: refundNo, ourRef: refundNo, amount: part },
    ]);
  });

  it('of a day without trade is empty; while it may still be made it is unknown', async () => {
    const noon = new Date('2026-05-02T04:00:00Z');
    expect(await alipay.settlementList?.(configOf(), '2026-05-01', noon)).toEqual([]);
    const before = new Date('2026-05-02T03:59:59Z');
    await expect(alipay.settlementList?.(configOf(), '2026-05-01', before)).rejects.toThrow('bill_not_exist');
  });

  it('is read though a title holds commas, and not when it is damaged', () => {
    const table = [
      '#支付宝业务明细查询',
      '支付宝交易号,商户订单号,业务类型,商品名称,订单金额（元）,退款批次号/请求号,备注',
      '2026050122001\t,A_1PXX\t,交易\t,"海岛, 两日, 游"\t,1234.50\t,\t,\t',
      '2026050122001\t,A_1PXX\t,退款\t,海岛\t,-34.5\t,A-1PXX-one\t,\t',
      '2026050122001\t,A_1PXX\t,手续费\t,海岛\t,1.00\t,\t,\t',
    ].join('\r\n');
    const archive = zip([
      { name: toGbk('2088_业务明细.csv'), bytes: toGbk(table) },
      { name: toGbk('2088_业务明细(汇总).csv'), bytes: toGbk(table) },
    ]);
    expect(readAlipayBill(archive)).toEqual([
      {
        kind: 'payment',
        providerRef: '2026050122001',
        ourRef: 'A-1PXX',
        amount: { amountMinor: 123_450, currency: 'CNY' },
      },
      {
        kind: 'refund',
        providerRef: 'A-1PXX-one',
        ourRef: 'A-1PXX-one',
        amount: { amountMinor: 3450, currency: 'CNY' },
      },
    ]);
    expect(() => readAlipayBill(archive.subarray(0, archive.length - 30))).toThrow();
    expect(() => readAlipayBill(Buffer.from('<html>later</html>'))).toThrow();
    expect(() => readAlipayBill(zip([{ name: toGbk('a.csv'), bytes: toGbk('甲,乙\r\n1,2') }]))).toThrow('no column');
  });
});

describe('notices', () => {
  const base = { app_id: alipayKeys.one.appId, notify_id: 'n-1', notify_type: 'trade_status_sync', charset: 'utf-8' };
  const ours = { passback_params: 'A_1PXX' };
  const result = (fields: Record<string, string>, mark: Record<string, string> = ours) => {
    const { raw } = signAs({ ...base, out_trade_no: 'A_1PXX', ...mark, ...fields });
    return alipay.readNotice(configOf(), Buffer.from(raw), {}, new Date());
  };

  it('of our refunds name them; of refunds that people made at Alipay say nothing', () => {
    const back = { trade_status: 'TRADE_CLOSED', gmt_refund: '2026-05-01 10:00:00.143', refund_fee: '1.00' };
    expect(result({ ...back, out_biz_no: 'A-1PXX-one' })).toEqual({
      ...{ eventId: 'n-1', paymentNo: 'A-1PXX' },
      refund: { refundNo: 'A-1PXX-one', refundRef: null, state: 'successful' },
    });
    expect(result({ ...back, out_biz_no: 'hand-1' })).toEqual({ eventId: 'n-1', paymentNo: '' });
  });

  it('of other sales, other kinds and other writings of numbers say nothing', () => {
    const nothing = { eventId: 'n-1', paymentNo: '' };
    expect(result({ trade_status: 'TRADE_SUCCESS', total_amount: '1.00' }, {})).toEqual(nothing);
    expect(result({ passback_params: '' })).toEqual(nothing);
    expect(result({ notify_type: 'servicemarket_order_notify' })).toEqual(nothing);
    expect(result({ out_trade_no: 'A-1PXX' })).toEqual(nothing);
    expect(result({ trade_status: 'WAIT_BUYER_PAY' })?.answer).toMatchObject({ state: 'pending' });
  });
});
