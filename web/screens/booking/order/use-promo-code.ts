// The promo code of the booking form: checked by its button, by Enter, and when the form is sent with a code that is not applied yet. No
// buyer who typed a code pays the full price unawares.
import { useRef, useState } from 'react';
import { refusals } from '../../../../domain/errors.ts';
import { type Money, money } from '../../../../domain/money.ts';
import { isEmail } from '../../../../domain/passwords.ts';
import { CallRefused, send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import type { Booking } from './use-booking.ts';

export type Promo = {
  discount: Money | undefined;
  problem: string;
  /** The code was to be checked before an address was typed. */
  asksEmail: boolean;
  /** The buyer's unpaid order that has the use of the code; '' without one. */
  waitingOrder: string;
  busy: boolean;
  /** For sending: a code that was typed and not applied is applied now. An order never drops it silently; `problem` says why not. */
  settle(code: string): Promise<Money | 'refused' | undefined>;
  /** For the button beside the field: only buyers are shown whether a code applies. */
  apply(booking: Booking, enter: () => Promise<boolean>): Promise<void>;
  /** True for a refusal of the order that is about the code, as when its last use was taken meanwhile: it takes nothing off any more. */
  isRefused(error: unknown): boolean;
  forget(): void;
};

/** Refusals 2006xx are about promo codes. */
const couponCodes = 2006;

export function usePromoCode(form: Booking['form'], onChange: () => void): Promo {
  const words = useWords();
  const [discount, setDiscount] = useState<Money>();
  const [problem, setProblem] = useState('');
  const [asksEmail, setAsksEmail] = useState(false);
  const [waitingOrder, setWaitingOrder] = useState('');
  const [busy, setBusy] = useState(false);
  const checking = useRef('');
  const forget = () => {
    checking.current = '';
    setProblem('');
    setAsksEmail(false);
    setWaitingOrder('');
    setDiscount(undefined);
    onChange();
  };
  const refuse = (error: unknown) => {
    setProblem(describeError(error, words).text);
    if (error instanceof CallRefused && error.code === refusals.couponWaits)
      setWaitingOrder((error.data as { orderNo: string }).orderNo);
  };
  // The answer about a code that was changed meanwhile says nothing about the one that stands there now.
  const check = async (code: string) => {
    checking.current = code;
    const isStill = () => checking.current === code;
    // The code is about the price, without extras, as in the order (rules §5).
    const minor = form.lines.reduce((sum, line) => sum + line.amount.amountMinor, 0);
    const amount = money(minor, form.total.currency);
    try {
      const found = (await send('checkCoupon', { code: code.trim(), productId: form.productId, amount })).discount;
      if (isStill()) setDiscount(found);
      return found;
    } catch (error) {
      if (isStill()) refuse(error);
      return undefined;
    }
  };
  const apply: Promo['apply'] = async ({ typed }, enter) => {
    if (busy || !typed.promoCode.trim()) return;
    forget();
    if (!isEmail(typed.contact.email.trim())) return setAsksEmail(true);
    setBusy(true);
    if (await enter()) await check(typed.promoCode);
    setBusy(false);
  };
  const settle: Promo['settle'] = async (code) =>
    code.trim() ? (discount ?? (await check(code)) ?? 'refused') : undefined;
  const isRefused: Promo['isRefused'] = (error) => {
    if (!(error instanceof CallRefused) || Math.floor(error.code / 100) !== couponCodes) return false;
    forget();
    refuse(error);
    return true;
  };
  return { discount, problem, asksEmail, waitingOrder, busy, settle, apply, isRefused, forget };
}
