// The QR code of a voucher (§3 vouchers): an address on the owner's site with the code and, signed, the facts that a
// scanner needs without a network. Plain letters, because each letter makes the printed pattern finer.
import { paths } from './paths.ts';

export type VoucherFacts = {
  subOrderNo: string;
  productId: string;
  playOn: string;
  session: string;
  untilOn: string | null;
  validUntil: string | null;
  /** Days are counted up to `untilOn`, not nights. */
  byDay: boolean;
  /** Quantity when the voucher was made; online, the current figure is shown. */
  quantity: number;
};

const bare = (text: string | null) => (text ?? '').replace(/[-:]/g, '');
const dayOf = (text: string) =>
  /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;

/**
 * "1~sub-order~product~yyyyMMdd~HHmm~yyyyMMdd~yyyyMMdd~quantity": version, then the facts; letters that an address carries as they are.
 * "~d" follows where days are counted.
 */
export function writeFacts(facts: VoucherFacts): string {
  const { subOrderNo, productId, playOn, session, untilOn, validUntil, quantity, byDay } = facts;
  const days = [bare(playOn), bare(session), bare(untilOn), bare(validUntil)];
  return ['1', subOrderNo, productId, ...days, String(quantity), ...(byDay ? ['d'] : [])].join('~');
}

export function readFacts(text: string): VoucherFacts | undefined {
  const [
    version,
    subOrderNo = '',
    productId = '',
    on = '',
    session = '',
    until = '',
    valid = '',
    quantity = '',
    by = '',
  ] = text.split('~');
  const playOn = dayOf(on);
  if (version !== '1' || !playOn || !/^[A-Z0-9]{8,20}-\d{1,3}$/.test(subOrderNo) || !/^\d{1,3}$/.test(quantity))
    return undefined;
  return {
    subOrderNo,
    productId,
    playOn,
    session: /^\d{4}$/.test(session) ? `${session.slice(0, 2)}:${session.slice(2)}` : '',
    untilOn: dayOf(until),
    validUntil: dayOf(valid),
    quantity: Number(quantity),
    byDay: by === 'd',
  };
}

/** What is signed: the code is bound to the facts. */
export function signedText(code: string, facts: string): string {
  return `kembara voucher ${code} ${facts}`;
}

/** `s` of the address: facts, a point, the Ed25519 signature in base64url. */
export function splitToken(token: string): { facts: string; signature: string } | undefined {
  const match = /^([\w~-]{10,120})\.([\w-]{86})$/.exec(token);
  return match ? { facts: match[1] as string, signature: match[2] as string } : undefined;
}

export function voucherAddress(base: string, code: string, token: string): string {
  return base.replace(/\/+$/, '') + paths.voucher(code, token);
}

export type Scan = { code: string; token: string; subOrderNo: string };

const scanned = new RegExp(`${paths.voucher('([A-Za-z0-9]{8,20})')}(?:\\?(?:[^#]*&)?s=([\\w~.-]{1,260}))?`);

/**
 * The scanned or typed text: the address of the QR code, the code in groups or lower case, or the number of the line. Letters that are
 * easily mistaken for digits are read as digits; codes have neither I, L nor O. Undefined for anything else.
 */
export function readScan(text: string): Scan | undefined {
  const plain = text.trim();
  const address = scanned.exec(plain);
  if (address) return { code: readCode(address[1] as string), token: address[2] ?? '', subOrderNo: '' };
  const line = plain.toUpperCase();
  if (/^\d{6}[A-Z0-9]{2,14}-\d{1,3}$/.test(line)) return { code: '', token: '', subOrderNo: line };
  const code = readCode(plain);
  return /^[A-Z0-9]{8,20}$/.test(code) ? { code, token: '', subOrderNo: '' } : undefined;
}

function readCode(text: string): string {
  return text
    .replace(/[\s·-]/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
