// Alipay's list of a day: a zip archive with tables in the Chinese character set GB 18030, read with Node's modules only.

import { inflateRawSync } from 'node:zlib';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import type { ChannelConfig, SettlementRow } from '../channel.ts';
import { alipayRefusalOf, askAlipay, fromOutNo, isAccepted, readYuan, toChinaTime } from './alipay-calls.ts';

const mostBytes = 100_000_000;
const downloadMilliseconds = 60_000;
/** Yesterday's list is published "by nine in the morning"; a missing list means nothing until noon. */
const readyHour = 12;

export async function listDay(config: ChannelConfig, day: string, now: Date): Promise<SettlementRow[]> {
  const content = { bill_type: 'trade', bill_date: day };
  const result = await askAlipay(config, 'alipay.data.dataservice.bill.downloadurl.query', content, now);
  if (!isAccepted(result)) {
    if (/bill.?not.?exist/i.test(result.sub_code ?? '') && isDue(day, now)) return [];
    throw alipayRefusalOf(result);
  }
  return readAlipayBill(await download(String(result.bill_download_url)));
}

/** A day without trade has no list; neither has one whose list is still being made. */
function isDue(day: string, now: Date): boolean {
  const madeAt = Date.parse(`${day}T00:00:00Z`) + (24 + readyHour) * 3_600_000;
  return Date.parse(`${toChinaTime(now).replace(' ', 'T')}Z`) >= madeAt;
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetchOutside(
    url,
    { signal: AbortSignal.timeout(downloadMilliseconds), redirect: 'error' },
    mostBytes,
  );
  if (!answer.ok) throw new Error(`Alipay's list was not given: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

const decode = (bytes: Buffer) => new TextDecoder('gb18030').decode(bytes);

/** The rows of every table in the archive except the summary. */
export function readAlipayBill(zip: Buffer): SettlementRow[] {
  return unzip(zip)
    .filter(({ name }) => name.endsWith('.csv') && !name.includes('汇总'))
    .flatMap(({ bytes }) => readTable(decode(bytes)));
}

type Packed = { name: string; bytes: Buffer };

/** Read by the central directory at the archive's end, which holds the sizes. */
function unzip(zip: Buffer): Packed[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error("Alipay's list is no zip archive");
  const files: Packed[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("Alipay's archive is damaged");
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, nameEnd);
    const start = zip.readUInt32LE(at + 42);
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    if (method !== 0 && method !== 8) throw new Error("Alipay's archive is packed in an unknown way");
    const bytes = method === 8 ? inflateRawSync(packed, { maxOutputLength: mostBytes }) : packed;
    files.push({ name: flags & 0x800 ? name.toString('utf8') : decode(name), bytes });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

const kinds: Record<string, SettlementRow['kind']> = { 交易: 'payment', 退款: 'refund' };

/** Lines with "#" are remarks. The goods' name may hold commas, so the fields behind it are counted from the end. */
function readTable(text: string): SettlementRow[] {
  const [head, ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split(',').map((cell) => cell.trim()));
  const places = (head ?? []).map((title) => title.replace(/[（(].*$/, ''));
  const cell = (line: string[], title: string) => {
    const at = places.findIndex((place) => place.startsWith(title));
    if (at < 0) throw new Error(`Alipay's list has no column ${title}`);
    return line.at(at < 4 ? at : at - places.length) ?? '';
  };
  return lines.flatMap((line): SettlementRow[] => {
    const kind = kinds[cell(line, '业务类型')];
    const amount = readYuan(cell(line, '订单金额').replace(/^-/, ''));
    if (!kind || !amount) return [];
    const tradeNo = cell(line, '支付宝交易号');
    if (kind === 'payment')
      return [{ kind, providerRef: tradeNo, ourRef: fromOutNo(cell(line, '商户订单号')), amount }];
    // Alipay gives refunds no number, so our refund number is used.
    const refundNo = cell(line, '退款批次号');
    return [{ kind, providerRef: refundNo || tradeNo, ourRef: refundNo, amount }];
  });
}
