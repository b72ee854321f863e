// LianLian Pay (§3 channel 7): two unrelated products under one name. The owner's contract is for one of them (the option `wallet`).
import { createHash } from 'node:crypto';
import type { Channel, ChannelConfig, Headers, Notice } from '../channel.ts';
import { lianLianForm } from '../forms/lianlian-form.ts';
import {
  closeCheckout,
  queryCheckout,
  queryCheckoutRefund,
  readCheckout,
  readCheckoutRefund,
  refundCheckout,
  startCheckout,
} from './global-checkout.ts';
import { isSignedBody, leafOf, readTree, type Tree } from './sign-lianlian.ts';
import {
  fromWalletNo,
  isWalletSigned,
  queryWallet,
  queryWalletRefund,
  readWallet,
  readWalletRefund,
  refundWallet,
  startWallet,
} from './wallet-api.ts';

const isWallet = ({ options }: ChannelConfig) => options.wallet === true;
const walletTaken = { type: 'application/json', body: '{"ret_code":"0000","ret_msg":"ok"}' };
const paymentOfRefund = (refundNo: string) => /^(.+P[A-Z0-9]{4})-/.exec(refundNo)?.[1] ?? '';

export const lianLian: Channel = {
  form: lianLianForm,
  // LianLian documents no harmless question whose refusal names the wrong key.
  tryKeys: null,
  merchant: ({ keys }) => keys.merchantId ?? '',
  received: { type: 'application/json', body: '{"code":200,"msg":"success"}' },
  start: (config, input, now) => (isWallet(config) ? startWallet : startCheckout)(config, input, now),
  query: (config, payment, now) => (isWallet(config) ? queryWallet : queryCheckout)(config, payment, now),
  async close(config, payment, now) {
    if (!isWallet(config)) return closeCheckout(config, payment, now);
    const answer = await queryWallet(config, payment, now);
    // A code cannot be closed and runs out; money that it still brings goes back.
    return answer.state === 'pending' ? { state: 'failed', paymentNo: payment.paymentNo, reason: 'given up' } : answer;
  },
  refund: (config, input, now) => (isWallet(config) ? refundWallet : refundCheckout)(config, input, now),
  queryRefund: (config, input, now) => (isWallet(config) ? queryWalletRefund : queryCheckoutRefund)(config, input, now),
  readNotice(config, raw, headers) {
    try {
      const tree = readTree(raw.toString('utf8'));
      const eventId = createHash('sha256').update(raw).digest('hex');
      return isWallet(config)
        ? readWalletNotice(config, tree, eventId)
        : readCheckoutNotice(config, tree, eventId, headers);
    } catch {
      return undefined;
    }
  },
  settlementList: null,
};

function readCheckoutNotice(config: ChannelConfig, tree: Tree, eventId: string, headers: Headers): Notice | undefined {
  if (!isSignedBody(tree, headers.signature, config)) return undefined;
  const number = leafOf(tree, 'merchant_transaction_id') ?? '';
  const merchant = leafOf(tree, 'merchant_id') ?? '';
  const original = leafOf(tree, 'original_transaction_id');
  if (original !== undefined && leafOf(tree, 'refund_status') !== undefined)
    return { eventId, paymentNo: original, refund: { refundNo: number, ...readCheckoutRefund(tree) } };
  return { eventId, paymentNo: number, answer: readCheckout(tree, number, merchant) };
}

function readWalletNotice(config: ChannelConfig, tree: Tree, eventId: string): Notice | undefined {
  if (!isWalletSigned(tree, config)) return undefined;
  const received = walletTaken;
  const { no_refund: refundNo, no_order: number, info_order: ours } = tree;
  if (typeof refundNo === 'string')
    return { eventId, paymentNo: paymentOfRefund(refundNo), received, refund: { refundNo, ...readWalletRefund(tree) } };
  const paymentNo = fromWalletNo(typeof number === 'string' ? number : '');
  // Our number comes back beside the order's: a notice that contradicts itself is not believed.
  if (typeof ours === 'string' && ours !== paymentNo) return { eventId, paymentNo, received, ask: true };
  return { eventId, paymentNo, received, answer: readWallet(tree, paymentNo) };
}
