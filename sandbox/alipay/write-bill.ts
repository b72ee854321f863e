// The bill of a day as Alipay gives it: a zip archive with a table of movements and one of sums, names and text in GBK, CRLF, cells
// that end in a tab, remarks with "#".
import { crc32, deflateRawSync } from 'node:zlib';
import { AlipayRefusal, wrong } from './refuse-call.ts';
import { chinaTime, dayOf, type Fake, nowOf, type Trade, yuan } from './run-fake.ts';

const head = [
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员',
  '终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）',
  '券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
].join();

type Movement = { trade: Trade; kind: '交易' | '退款'; cents: number; at: number; requestNo: string };

function movementsOf(fake: Fake, day: string): Movement[] {
  const all = [...fake.trades.values()].flatMap((trade): Movement[] => {
    const cents = fake.wishes.get(trade.outTradeNo)?.cents ?? 0;
    const paid = trade.paidAt ? [{ trade, kind: '交易' as const, cents, at: trade.paidAt, requestNo: '' }] : [];
    const back = trade.refunds.filter((refund) => refund.state === 'done');
    return [
      ...paid,
      ...back.map((refund) => ({
        trade,
        kind: '退款' as const,
        cents: -refund.cents,
        at: refund.at,
        requestNo: refund.requestNo,
      })),
    ];
  });
  return all.filter(({ at }) => dayOf(at) === day);
}

/** Only days that are over have a bill, and only when something moved. */
export function findBill(fake: Fake, type: unknown, day: unknown): string {
  if (type !== 'trade' || typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day) || day >= dayOf(nowOf(fake)))
    throw wrong('isv.invalid_arguments', '无效参数');
  if (movementsOf(fake, day).length === 0)
    throw new AlipayRefusal('40004', 'Business Failed', 'isp.bill_not_exist', '账单不存在');
  return `${fake.publicUrl}/downloadBillFile.resource?bizType=trade&userId=${fake.sellerId}&bizDates=${day}`;
}

export function writeBill(fake: Fake, day: string): Buffer {
  const movements = movementsOf(fake, day);
  const lines = movements.map(({ trade, kind, cents, at, requestNo }) =>
    [
      trade.tradeNo,
      trade.outTradeNo,
      kind,
      fake.wishes.get(trade.outTradeNo)?.subject ?? '',
      chinaTime(trade.createdAt),
      chinaTime(at),
      ...['', '', '', '', '*小美(xud***@126.com)', yuan(cents), yuan(cents)],
      ...['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00', requestNo, '0.00', '0.00', ''],
    ]
      .map((cell) => `${cell}\t`)
      .join(','),
  );
  const compact = day.replaceAll('-', '');
  const detail = [
    '#支付宝业务明细查询',
    `#账号：[${fake.sellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    head,
    ...lines,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${movements.length}笔`,
    '',
  ].join('\r\n');
  const sums = [
    '#支付宝业务汇总查询',
    '门店编号,门店名称,交易订单总笔数,退款订单总笔数',
    `合计,,${movements.length},0`,
    '',
  ].join('\r\n');
  const name = `${fake.sellerId}0156_${compact}`;
  return zip([
    { name: toGbk(`${name}_业务明细.csv`), bytes: toGbk(detail) },
    { name: toGbk(`${name}_业务明细(汇总).csv`), bytes: toGbk(sums) },
  ]);
}

let table: Map<string, number> | undefined;

/** Node reads GBK but does not write it: the table is turned round once. */
export function toGbk(text: string): Buffer {
  if (!table) {
    table = new Map();
    const decoder = new TextDecoder('gbk');
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1)
        if (low !== 0x7f) table.set(decoder.decode(Uint8Array.of(high, low)), high * 256 + low);
  }
  const bytes = [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    if (code < 0x80) return [code];
    const pair = table?.get(letter) ?? 0x3f;
    return pair > 0xff ? [pair >> 8, pair & 0xff] : [pair];
  });
  return Buffer.from(bytes);
}

/** A zip archive by its format's description: local headers with the data, then the list of them. */
export function zip(files: { name: Buffer; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, rest, name]));
    parts.push(local);
    at += local.length;
  }
  const whole = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(whole.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, whole, Buffer.from('PK\x05\x06'), end]);
}
