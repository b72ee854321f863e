// WeChat Pay's bill of a day: requested, downloaded, checked against its digest, read line by line. Days are Beijing's.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isCurrency } from '../../../../domain/currencies.ts';
import { money } from '../../../../domain/money.ts';
import type { ChannelConfig, SettlementRow } from '../channel.ts';
import { callWechat, downloadFile, WechatRefusal } from './wechat-calls.ts';

const unpack = promisify(gunzip);
const mostBytes = 256 * 1024 * 1024;
const mostPackedBytes = 64 * 1024 * 1024;

export async function listMoney(config: ChannelConfig, day: string, now: Date): Promise<SettlementRow[]> {
  try {
    const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
    const answer = await callWechat(config, 'GET', path, undefined, now);
    // Path and query only: the answer may not choose the host, because the request carries our signature.
    const { pathname, search } = new URL(String(answer.download_url));
    const packed = await downloadFile(config, pathname + search, mostPackedBytes, now);
    const bill = await unpack(packed, { maxOutputLength: mostBytes });
    const digest = createHash('sha1').update(bill).digest('hex');
    if (answer.hash_type !== 'SHA1' || digest !== String(answer.hash_value).toLowerCase())
      throw new Error(`the bill of ${day} does not fit its digest`);
    return readWechatBill(bill.toString('utf8'));
  } catch (error) {
    // A day without sales has no bill.
    if (error instanceof WechatRefusal && error.code === 'NO_STATEMENT_EXIST') return [];
    throw error;
  }
}

/** Each field of a line begins with a backtick, so that names may hold commas. A head, the lines, a head of sums, the sums. */
export function readWechatBill(text: string): SettlementRow[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  const found: SettlementRow[] = [];
  for (const line of lines) {
    // The head of the sums: no sale follows.
    if (line && !line.startsWith('`')) break;
    if (!line) continue;
    const fields = line.slice(1).split(',`');
    if (fields.length !== names.length) throw new Error('a line of the bill has other columns than its head');
    const row = readLine((name) => fields[names.indexOf(name)]?.trim() ?? '');
    if (row) found.push(row);
  }
  return found;
}

function readLine(field: (name: string) => string): SettlementRow | undefined {
  const refund = field('交易状态') === 'REFUND';
  if (!refund && field('交易状态') !== 'SUCCESS') return undefined;
  const currency = field('货币种类');
  const amountMinor = fenOf(field(refund ? '申请退款金额' : '订单金额'));
  if (!isCurrency(currency) || amountMinor === undefined) throw new Error('a line of the bill has no amount');
  return {
    kind: refund ? 'refund' : 'payment',
    providerRef: field(refund ? '微信退款单号' : '微信订单号'),
    ourRef: field(refund ? '商户退款单号' : '商户订单号'),
    amount: money(amountMinor, currency),
  };
}

/** "161.29" → 16129. */
function fenOf(yuan: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}
