// State that all parts of the running fake share, and the fields of a result.
import type { Retries } from '../kit/retry-notices.ts';
import { digits, type Kind, sign } from './sign-messages.ts';

export type Keys = { merchantCode: string; merchantKey: string };

export type Payment = {
  refNo: string;
  transId: string;
  /** 2 card, 16 FPX. */
  paymentId: string;
  amount: string;
  currency: string;
  description: string;
  remark: string;
  responseUrl: string;
  backendUrl: string;
  kind: Kind;
  /** 1 paid, 0 failed, 6 waits; '' before the buyer chose. */
  status: string;
  reason: string;
  voided: boolean;
};

export type Fake = {
  keys: Keys;
  muted: boolean;
  /** How cards are voided at this merchant. */
  voidKind: 'SHA256' | 'SHA1';
  payments: Map<string, Payment>;
  deliveries: { refNo: string; attempt: number; answer: string }[];
  retries: Retries;
  log(line: string): void;
};

type NoticeParts = Pick<
  Payment,
  'refNo' | 'transId' | 'paymentId' | 'amount' | 'currency' | 'status' | 'reason' | 'kind' | 'remark'
>;

/** By the browser and by the server alike; the number of the money is not covered. */
export function describeResult({ merchantCode, merchantKey }: Keys, answer: NoticeParts): Record<string, string> {
  const { paymentId, refNo, amount, currency, status, transId, reason, kind, remark } = answer;
  return {
    ...{
      MerchantCode: merchantCode,
      PaymentId: paymentId,
      RefNo: refNo,
      Amount: amount,
      Currency: currency,
      Remark: remark,
    },
    ...{ TransId: transId, AuthCode: status === '1' ? '123456' : '', Status: status, ErrDesc: reason },
    Signature: sign(kind, merchantKey, [merchantCode, paymentId, refNo, digits(amount), currency, status]),
    ...{ CCName: '', CCNo: '', S_bankname: '', S_country: 'MY' },
  };
}
