// What an owner sets for Stripe, named as its dashboard names it. The keys themselves show whether they are for test or live.
import type { ChannelForm } from '../channel.ts';

export const stripeForm: ChannelForm = {
  keys: [
    { name: 'accountId', label: 'Account ID', required: true, shape: /^acct_\w{8,60}$/, looks: 'acct_…' },
    {
      ...{ name: 'secretKey', label: 'Secret key', required: true, shape: /^[sr]k_(test|live)_\w{10,250}$/ },
      looks: 'sk_live_…, sk_test_…, rk_live_…',
    },
    // Two secrets, separated by a blank, while one replaces the other.
    {
      ...{ name: 'webhookSecret', label: 'Signing secret', required: true, looks: 'whsec_…' },
      shape: /^whsec_\S{8,200}( whsec_\S{8,200})?$/,
    },
  ],
  options: [
    { name: 'methods', label: 'Payment method types', kind: 'words', shape: /^[a-z_]{2,40}$/, usual: ['card'] },
  ],
  environment: { isTest: ({ secretKey = '' }) => /^[sr]k_test_/.test(secretKey) },
};
