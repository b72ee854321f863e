// Where a chosen bank transfer goes, for the mail about it (§4 offline payment): amount, account, the owner's text, and the reference.
import type { Currency } from '../../../domain/currencies.ts';
import { formatLocale, type Language } from '../../../domain/languages.ts';
import { formatMoney, type Money, money } from '../../../domain/money.ts';
import {
  accountFields,
  type BankAccount,
  type Instructions,
  instructionsFor,
  readAccounts,
  readInstructions,
} from '../../../domain/transfer-rules.ts';
import { translate } from '../../../locales/translate.ts';
import type { Context } from '../../platform/context.ts';
import type { Owner, OwnerTrx } from '../../platform/db.ts';
import { findChannel } from '../channel.sql.ts';
import { findPayment } from '../payment.sql.ts';
import { findTransfer } from './transfer.sql.ts';

export type Where = {
  amount: Money;
  account: BankAccount | undefined;
  texts: Instructions;
  /** The number of the order, or of its additional payment. */
  reference: string;
  supplement: string | undefined;
};

/** One mail for each currency of a transfer, which its buyer may change. */
export async function mailWhere(
  owner: OwnerTrx,
  { jobs }: Pick<Context, 'jobs'>,
  orderNo: string,
  { paymentNo, currency }: { paymentNo: string; currency: Currency },
): Promise<void> {
  await jobs.send(owner, 'order.changed', { orderNo, occasion: `transferChosen:${paymentNo}@${currency}` });
}

/**
 * Undefined once the buyer sent it in, chose another way or another currency, or the payment ended. The mail about the choice is late after
 * a refusal, which has a mail of its own; the invoice is not.
 */
export async function findWhere(owner: Owner, mark: string, late = false): Promise<Where | undefined> {
  const [paymentNo = '', currency] = mark.split('@');
  const payment = await findPayment(owner, paymentNo);
  if (!payment?.live || payment.order_no === null || payment.currency !== currency) return undefined;
  const state = (await findTransfer(owner, paymentNo))?.state;
  if (state !== 'open' && !(late && state === 'refused')) return undefined;
  const options = (await findChannel(owner, payment.channel))?.options ?? {};
  return {
    amount: money(payment.amount_minor, payment.currency),
    account: readAccounts(options)[payment.currency],
    texts: readInstructions(options),
    reference: payment.supplement_no ?? payment.order_no,
    supplement: payment.supplement_no ?? undefined,
  };
}

/** Labels and values in one language; nothing of what the owner did not enter. */
export function sayWhere({ amount, account, texts, reference }: Where, language: Language) {
  const say = (key: string) => translate(language, `payment.transfer.${key}`);
  const facts = [
    { label: say('amount'), value: formatMoney(amount, formatLocale(language)) },
    ...accountFields.map((field) => ({ label: say(`account.${field}`), value: account?.[field] ?? '' })),
    { label: say('where'), value: instructionsFor(texts, amount.currency, language) },
    { label: translate(language, 'notification.mail.transferReference'), value: reference },
  ];
  return facts.filter(({ value }) => value);
}
