// What an owner sets for Billion Connect, named as its interface authorization page names it.
import type { ChannelForm } from '../channel.ts';

export const billionConnectForm: ChannelForm = {
  keys: [
    { name: 'appKey', label: 'appKey', required: true, shape: /^[\w.-]{2,80}$/, looks: 'A–z 0–9' },
    { name: 'appSecret', label: 'appSecret', required: true, shape: /^[\w.-]{16,120}$/, looks: '0–9 a–f' },
  ],
  options: [
    // The product document calls the other one older.
    { name: 'mainland', label: 'api-flow', kind: 'switch', usual: false },
    { name: 'lowBalance', label: 'availableBalance', kind: 'amount' },
  ],
  environment: { sandboxUrl: 'https://api-flow-ts.billionconnect.com' },
};
