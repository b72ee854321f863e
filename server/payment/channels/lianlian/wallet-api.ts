// LianLian's wallet API of mainland China: a QR code of Alipay or WeChat Pay in yuan, fields signed with MD5withRSA. The server requests
// the code, so that no page of ours has to post a form elsewhere. There is no test environment and no call to close a payment.

import { decimalOf } from '../../../../domain/money.ts';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import {
  type Answer,
  type ChannelConfig,
  ChannelRefused,
  type PaymentRef,
  type RefundAnswer,
  type RefundInput,
  type Started,
  type StartInput,
} from '../channel.ts';
import { readTwoDecimals } from './global-checkout.ts';
import { isSignedText, readTree, shanghaiTime, signText, type Tree, walletText } from './sign-lianlian.ts';

const timeoutMilliseconds = 10_000;
const startingMilliseconds = 30_000;
const mostNumbers = 5;
const addresses = {
  pay: 'https://wallet.lianlianpay.com/llwalletapi/combinepay.htm',
  query: 'https://wallet.lianlianpay.com/llwalletapi/orderquery.htm',
  refund: 'https://traderapi.lianlianpay.com/exchangerefund.htm',
  queryRefund: 'https://queryapi.lianlianpay.com/refundquery.htm',
} as const;

type WalletFields = Record<string, string>;

const textOf = (tree: Tree, name: string) => (typeof tree[name] === 'string' ? tree[name] : '');
export const isWalletSigned = (tree: Tree, config: ChannelConfig) =>
  isSignedText('RSA-MD5', walletText(tree), tree.sign, config);

async function ask(config: ChannelConfig, call: keyof typeof addresses, content: WalletFields): Promise<Tree> {
  if (config.options.environment === 'sandbox') throw new ChannelRefused('the wallet API has no test environment');
  const usual = new URL(addresses[call]);
  const filled = Object.entries({ oid_partner: config.keys.merchantId ?? '', sign_type: 'RSA', ...content });
  const fields: WalletFields = Object.fromEntries(filled.filter(([, value]) => value !== ''));
  fields.sign = signText('RSA-MD5', walletText(fields), config);
  const answer = await fetchOutside(config.baseUrl ? config.baseUrl + usual.pathname : usual, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: JSON.stringify(fields),
  });
  const tree = readTree(await answer.text());
  // A refusal may come without a signature; then it says nothing about money.
  if (textOf(tree, 'ret_code') === '0000' && !isWalletSigned(tree, config))
    throw new Error(`LianLian's answer ${answer.status} is not signed`);
  return tree;
}

const codeOf = (tree: Tree) => textOf(tree, 'ret_code');
const whyOf = (tree: Tree) => `${codeOf(tree)} ${textOf(tree, 'ret_msg')}`;

/** After a lost answer a number is taken (1002); the next has "_2" behind it. No one has the first code. */
export const fromWalletNo = (number: string) => number.replace(/_\d$/, '');

/** A code is a link, or a link inside JSON. */
function readCode(payload: string): string | undefined {
  if (!payload.startsWith('{')) return payload || undefined;
  return Object.values(readTree(payload)).find((value): value is string => /^\w{3,20}:\/\//.test(String(value)));
}

export async function startWallet(config: ChannelConfig, input: StartInput, now: Date): Promise<Started> {
  const { paymentNo, amount, startedAt, expiresAt, buyer } = input;
  if (amount.currency !== 'CNY') throw new ChannelRefused('the wallet API takes yuan only');
  const seconds = Math.max(60, (expiresAt.getTime() - startedAt.getTime()) / 1000);
  const fields: WalletFields = {
    ...{ version: '1.1', user_id: paymentNo, timestamp: shanghaiTime(now), busi_partner: '101001' },
    ...{ dt_order: shanghaiTime(startedAt), name_goods: input.description.slice(0, 40), info_order: paymentNo },
    ...{ money_order: decimalOf(amount), notify_url: input.notifyUrl, url_return: input.returnUrl },
    userreq_ip: buyer.source.replace(/[.:]/g, '_'),
    ...{ valid_order: String(Math.ceil(seconds / 60)), pay_type: config.options.wechatCode === true ? 'I' : 'L' },
    risk_item: JSON.stringify({ frms_ware_category: '1999', user_info_mercht_userno: paymentNo }),
  };
  for (let number = 1; number <= mostNumbers; number += 1) {
    const no_order = number === 1 ? paymentNo : `${paymentNo}_${number}`;
    if (no_order.length > 32) throw new ChannelRefused('numbers have 32 letters at most');
    const tree = await ask(config, 'pay', { ...fields, no_order });
    const qrText = codeOf(tree) === '0000' ? readCode(textOf(tree, 'payLoad')) : undefined;
    if (qrText) return { providerRef: no_order, payUrl: null, data: { qrText } };
    if (/^(0000|2007|2008|9000)$/.test(codeOf(tree))) throw new Error(`LianLian answered ${whyOf(tree)}`);
    if (codeOf(tree) !== '1002') throw new ChannelRefused(whyOf(tree));
  }
  throw new ChannelRefused('too many starts of one payment');
}

export function readWallet(tree: Tree, paymentNo: string): Answer {
  const result = textOf(tree, 'result_pay');
  const amount = readTwoDecimals(textOf(tree, 'money_order'), 'CNY');
  const transactionId = textOf(tree, 'oid_paybill');
  if (result === 'SUCCESS' && amount && transactionId) {
    const merchant = textOf(tree, 'oid_partner');
    return { state: 'paid', merchant, paymentNo, amount, providerRef: textOf(tree, 'no_order'), transactionId };
  }
  if (result === 'FAILURE') return { state: 'failed', paymentNo, reason: 'failed' };
  return { state: 'pending', paymentNo, reason: result || 'unclear' };
}

export async function queryWallet(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer> {
  const { paymentNo, providerRef, startedAt } = payment;
  const no_order = providerRef ?? paymentNo;
  const tree = await ask(config, 'query', { no_order, dt_order: shanghaiTime(startedAt) });
  if (codeOf(tree) === '0000') {
    if (textOf(tree, 'no_order') !== no_order) throw new Error(`LianLian spoke of another order than ${no_order}`);
    return readWallet(tree, paymentNo);
  }
  // 8901: no such record.
  if (codeOf(tree) !== '8901') throw new Error(`LianLian answered ${whyOf(tree)}`);
  const starting = now.getTime() - startedAt.getTime() < startingMilliseconds;
  return starting
    ? { state: 'pending', paymentNo, reason: 'starting' }
    : { state: 'failed', paymentNo, reason: 'never started' };
}

const refundStates: Record<string, RefundAnswer['state']> = { '2': 'successful', '3': 'failed' };

export function readWalletRefund(tree: Tree): RefundAnswer {
  return {
    state: refundStates[textOf(tree, 'sta_refund')] ?? 'processing',
    refundRef: textOf(tree, 'oid_refundno') || null,
  };
}

const refundFields = ({ refundNo, requestedAt }: RefundInput, now: Date): WalletFields => ({
  no_refund: refundNo,
  dt_refund: shanghaiTime(requestedAt ?? now),
});

export async function refundWallet(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer> {
  const { payment, amount } = input;
  const tree = await ask(config, 'refund', {
    ...refundFields(input, now),
    ...{ no_order: payment.providerRef ?? payment.paymentNo, dt_order: shanghaiTime(payment.startedAt) },
    money_refund: decimalOf(amount),
  });
  if (codeOf(tree) === '0000') return readWalletRefund(tree);
  // No such sale, a wrong amount, refused, not paid. A low balance (5006) and faults pass.
  if (/^(5002|5003|5005|5007|5008)$/.test(codeOf(tree))) throw new ChannelRefused(whyOf(tree));
  throw new Error(`LianLian answered ${whyOf(tree)}`);
}

export async function queryWalletRefund(config: ChannelConfig, input: RefundInput, now: Date) {
  const tree = await ask(config, 'queryRefund', refundFields(input, now));
  if (codeOf(tree) === '0000') return readWalletRefund(tree);
  if (codeOf(tree) === '8901') return undefined;
  throw new Error(`LianLian answered ${whyOf(tree)}`);
}
