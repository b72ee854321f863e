// What the QR code of a voucher says (§3 vouchers): an address of the owner's own site with the code and, signed, the facts that a
// scanner needs without a network. Plain letters, because every one of them makes the code finer.

export type VoucherFacts = {
  subOrderNo: string;
  productId: string;
  playOn: string;
  session: string;
  untilOn: string | null;
  validUntil: string | null;
  /** What stood when the voucher was made; online the present figure is told. */
  quantity: number;
};

const bare = (text: string | null) => (text ?? '').replace(/[-:]/g, '');
const dayOf = (text: string) =>
  /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;

/** "1~sub-order~product~yyyyMMdd~HHmm~yyyyMMdd~yyyyMMdd~quantity": version, then the facts; letters that an address carries as they are. */
export function writeFacts(facts: VoucherFacts): string {
  const { subOrderNo, productId, playOn, session, untilOn, validUntil, quantity } = facts;
  const days = [bare(playOn), bare(session), bare(untilOn), bare(validUntil)];
  return ['1', subOrderNo, productId, ...days, String(quantity)].join('~');
}

export function readFacts(text: string): VoucherFacts | undefined {
  const [version, subOrderNo = '', productId = '', on = '', session = '', until = '', valid = '', quantity = ''] =
    text.split('~');
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
  return `${base.replace(/\/+$/, '')}/voucher/${code}?s=${token}`;
}

export type Scan = { code: string; token: string; subOrderNo: string };

/**
 * What was scanned or typed: the address of the QR code, the code itself in groups or small letters, or the number of the line. Letters
 * that are taken for figures are the figures; codes have neither I, L nor O. Undefined for anything else.
 */
export function readScan(text: string): Scan | undefined {
  const plain = text.trim();
  const address = /\/voucher\/([A-Za-z0-9]{8,20})(?:\?(?:[^#]*&)?s=([\w~.-]{1,260}))?/.exec(plain);
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
