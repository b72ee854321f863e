// What every part of the running gateway shares: its book, its clock, and how addresses and ids are made.
import { createHash, randomBytes } from 'node:crypto';
import type { Book } from './book/payment-book.ts';
import type { Fields } from './read-fields.ts';

type Silence = { mode: 'hang' | 'refuse' | 'lose'; untilMs: number };

export type Gateway = {
  book: Book;
  /** Without a slash at the end; known only once the server listens. */
  publicUrl: string;
  secretOf(merchant: string): string | undefined;
  nowMs(): number;
  log(line: string): void;
  silence: Silence | null;
};

export function isoAt(ms: number): string {
  return new Date(ms).toISOString();
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function payUrlOf(gateway: Gateway, paymentId: string): string {
  return `${gateway.publicUrl}/pay/${paymentId}`;
}

/** Distinguishes a repeated request from a different one under the same key. */
export function digestFields(fields: Fields): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
