// Our payment numbers in fewer letters, for channels that take 20 or 15 of them; both ways, because a notice names the short one alone.
import { idLetters } from '../../platform/make-ids.ts';

const order = '\\d{6}[0-9A-Z]{8}';
const additional = new RegExp(`^(${order})S(\\d{1,2})P(\\w{4})$`);
const twenty = new RegExp(`^(${order})S([${idLetters}])(\\w{4})$`);

/** At most 20, still readable: an additional payment is counted by one letter and loses its "P". Throws beyond the 33rd of an order. */
export function toTwenty(paymentNo: string): string {
  const [, orderNo, count, end] = additional.exec(paymentNo) ?? [];
  const short = orderNo ? `${orderNo}S${idLetters[Number(count)]}${end}` : paymentNo;
  if (!/^[0-9A-Z]{1,20}$/.test(short)) throw new RangeError(`${paymentNo} does not fit into 20 letters`);
  return short;
}

export function fromTwenty(short: string): string {
  const [, orderNo, letter = '', end] = twenty.exec(short) ?? [];
  return orderNo ? `${orderNo}S${idLetters.indexOf(letter)}P${end}` : short;
}

// Fifteen letters hold 77 bits: 61 for the twelve random letters, 12 for the day within eleven years, the rest for what is paid.
const parts = new RegExp(`^(R?)(\\d{2})(\\d{2})(\\d{2})([${idLetters}]{8})(?:S(\\d{1,2}))?P([${idLetters}]{4})$`);
const daySpan = 4096n;
const randomSpan = BigInt(idLetters.length) ** 12n;
const mostAdditional = 20;
const dayMilliseconds = 86_400_000;

/** 15 capitals and digits. Throws for a number that is none of ours, and beyond the 20th additional payment of an order. */
export function toFifteen(paymentNo: string): string {
  const [, recharge, year, month, day, random = '', count, end = ''] = parts.exec(paymentNo) ?? [];
  const kind = recharge ? 1 : count ? Number(count) + 1 : 0;
  if (!day || kind > mostAdditional + 1) throw new RangeError(`${paymentNo} does not fit into 15 letters`);
  const days = BigInt(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day)) / dayMilliseconds);
  let value = BigInt(kind) * daySpan + (days % daySpan);
  for (const letter of random + end) value = value * BigInt(idLetters.length) + BigInt(idLetters.indexOf(letter));
  return value.toString(36).toUpperCase().padStart(15, '0');
}

/** Undefined for what is none of ours. The day is the last possible one before tomorrow. */
export function fromFifteen(short: string, now: Date): string | undefined {
  if (!/^[0-9A-Z]{15}$/.test(short)) return undefined;
  let value = 0n;
  for (const letter of short) value = value * 36n + BigInt(Number.parseInt(letter, 36));
  let random = value % randomSpan;
  let letters = '';
  for (let at = 0; at < 12; at += 1) {
    letters = idLetters[Number(random % BigInt(idLetters.length))] + letters;
    random /= BigInt(idLetters.length);
  }
  const head = value / randomSpan;
  const kind = Number(head / daySpan);
  if (kind > mostAdditional + 1) return undefined;
  const tomorrow = BigInt(Math.floor(now.getTime() / dayMilliseconds) + 1);
  const days = tomorrow - ((((tomorrow - (head % daySpan)) % daySpan) + daySpan) % daySpan);
  const date = new Date(Number(days) * dayMilliseconds).toISOString().slice(2, 10).replaceAll('-', '');
  const [prefix, middle] = kind === 1 ? ['R', ''] : ['', kind ? `S${kind - 1}` : ''];
  return `${prefix}${date}${letters.slice(0, 8)}${middle}P${letters.slice(8)}`;
}
