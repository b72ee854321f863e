// Checks a voucher (§3 vouchers): for anyone who has it, by its code and signature, without names; and lists an order's
// vouchers for readers of the order.

import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { readScan, voucherAddress } from '../../domain/voucher-token.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { stateOf } from '../order/delivery/judge-voucher.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { quantityOfVoucher } from '../order/show-order.ts';
import type { Context } from '../platform/context.ts';
import { findOwner } from '../site/site.sql.ts';
import { listPublicKeys, readToken, signVoucher } from './sign-voucher.ts';
import { findVoucher, type VoucherRow } from './voucher.sql.ts';

/**
 * A code has 60 random bits: at so many tries an hour from each of a thousand addresses, one of a million vouchers is met once in four
 * thousand years. A real signature is no guess and counts apart.
 */
const checks = { triesPerSourceHour: 30, looksPerSourceHour: 600 };

export function describeVoucher(line: VoucherRow, language: Language) {
  const { terms } = line;
  return {
    productName: textIn(terms.names, language),
    packageName: textIn(terms.packageNames, language),
    skuName: textIn(terms.skuNames, language),
    ticketType: terms.ticketType,
    carType: terms.carType,
    playOn: line.play_on,
    session: line.session,
    untilOn: line.until_on,
    validUntil: line.valid_until,
    byDay: line.terms.byDay ?? false,
    zone: terms.zone,
    // A cancelled line says what it was for, as its other papers do.
    quantity: quantityOfVoucher(line) || line.quantity,
    usedAt: line.redeemed_at?.toISOString() ?? null,
  };
}

export async function showKeys({ owner, vault }: Context): Promise<OutputOf<'voucherKey'>> {
  return { algorithm: 'Ed25519', keys: await listPublicKeys({ owner, vault }) };
}

type Input = { code: string; s: string };

/** The voucher of a code, undefined for none. Refuses with 503 when one source asks too often. */
export async function openVoucher(
  context: Context,
  { code: typedCode, s: token }: Input,
): Promise<{ row: VoucherRow; signed: boolean } | undefined> {
  const { owner, source } = context;
  const hour = 3600;
  await limitAttempts(context, [
    { bucket: `voucher-look ${source}`, most: checks.looksPerSourceHour, windowSeconds: hour },
  ]);
  const code = readScan(typedCode)?.code ?? '';
  const facts = token && code ? await readToken({ owner }, code, token) : undefined;
  if (!facts)
    await limitAttempts(context, [
      { bucket: `voucher-try ${source}`, most: checks.triesPerSourceHour, windowSeconds: hour },
    ]);
  if (!code || (token && !facts)) return undefined;
  const row = await findVoucher(owner, { code, subOrderNo: facts?.subOrderNo ?? '' });
  // One that waits is no voucher yet.
  return row && !row.held_back ? { row, signed: facts !== undefined } : undefined;
}

export async function checkVoucher(
  context: Context,
  input: ParsedInputOf<'voucherCheck'>,
): Promise<OutputOf<'voucherCheck'>> {
  const { now, language } = context;
  const found = await openVoucher(context, input);
  if (!found) return { state: 'unknown', signed: false, voucher: null };
  const { row, signed } = found;
  const state = stateOf(row, now);
  // What installs eSIMs is on the voucher itself: fellow travellers and the person at the gate have the code and its signature, too.
  const [first] = new Intl.Segmenter().segment(row.contact.name.trim());
  return {
    state,
    signed,
    voucher: { ...describeVoucher(row, language), firstLetter: first?.segment ?? '' },
  };
}

/** §7 vouchers: those of one product of an order. */
export async function listVouchers(
  context: Context,
  { a, b }: ParsedInputOf<'vouchers'>,
): Promise<OutputOf<'vouchers'>> {
  const { owner, vault, now } = context;
  const order = await findOrder(owner, a, limitVisibility(context));
  const lines = order ? (await listLines(owner, [a])).filter((line) => String(line.product_id) === b) : [];
  if (!lines.length) throw new NotHere();
  const company = await findOwner(owner);
  const list: OutputOf<'vouchers'>['list'] = [];
  for (const line of lines) {
    if (!line.voucher_code || line.held_back) continue;
    const token = await signVoucher({ owner, vault }, line.voucher_code, factsOf(line));
    list.push({
      subOrderNo: line.sub_order_no,
      code: line.voucher_code,
      state: stateOf(line, now),
      quantity: quantityOfVoucher(line) || line.quantity,
      address: voucherAddress(company.address ?? '', line.voucher_code, token),
      file: fileAddress('voucherFile', { subOrderNo: line.sub_order_no }),
    });
  }
  return { list };
}

/** The facts covered by the signature. */
export function factsOf(
  line: Pick<
    VoucherRow,
    | 'sub_order_no'
    | 'product_id'
    | 'play_on'
    | 'session'
    | 'until_on'
    | 'valid_until'
    | 'terms'
    | 'quantity'
    | 'cancelled_quantity'
    | 'asked_quantity'
    | 'status'
  >,
) {
  return {
    subOrderNo: line.sub_order_no,
    productId: String(line.product_id),
    playOn: line.play_on,
    session: line.session,
    untilOn: line.until_on,
    validUntil: line.valid_until,
    byDay: line.terms.byDay ?? false,
    quantity: quantityOfVoucher(line),
  };
}
