// State that all parts of the running fake share, and the EMV text of a PromptPay code.
import type { Retries } from '../kit/retry-notices.ts';

export type Keys = { token: string; secretKey: string };

export type Payment = {
  reference: string;
  number: string;
  amount: string;
  currencyCode: string;
  detail: string;
  notifyUrl: string;
  qr: string;
  /** S settled, G granted; '' before the payment. */
  status: string;
  paidAt: number | null;
};

export type Fake = {
  keys: Keys;
  muted: boolean;
  /** Notices as JSON or as a form. */
  noticeAs: 'json' | 'form';
  /** For how long queries do not show a payment that a notice has reported. */
  lateSeconds: number;
  payments: Map<string, Payment>;
  deliveries: { reference: string; attempt: number; answer: string }[];
  retries: Retries;
  log(line: string): void;
};

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** EMV merchant-presented code: PromptPay bill payment in baht, closed by a CRC-16 (CCITT-FALSE). */
export function codeText(reference: string, amount: string): string {
  const merchant = field(
    '30',
    field('00', 'A000000677010112') + field('01', '010553611622201') + field('02', reference),
  );
  const text = `${field('00', '01')}${field('01', '12')}${merchant}${field('53', '764')}${field('54', amount)}${field('58', 'TH')}6304`;
  return text + sumOf(text);
}

export function sumOf(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : (sum << 1) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
