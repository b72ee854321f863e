// What an owner sets for Midtrans, named as its dashboard names it. Its test environment lies at other addresses.
import type { ChannelForm } from '../channel.ts';

export const midtransForm: ChannelForm = {
  keys: [
    { name: 'merchantId', label: 'Merchant ID', required: true, shape: /^[A-Z]\d{6,20}$/, looks: 'G123456789' },
    {
      name: 'serverKey',
      label: 'Server Key',
      required: true,
      shape: /^(SB-)?Mid-server-[\w-]{10,80}$/,
      looks: 'Mid-server-…',
    },
  ],
  options: [
    { name: 'qris', label: 'QRIS', kind: 'switch', usual: false },
    { name: 'methods', label: 'enabled_payments', kind: 'words', shape: /^[a-z0-9_]{2,40}$/, usual: [] },
  ],
  environment: { sandboxUrl: 'https://api.sandbox.midtrans.com' },
};
