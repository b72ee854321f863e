// What an owner sets for Telr. Test and live are one address and a flag of each order.
import type { ChannelForm } from '../channel.ts';

export const telrForm: ChannelForm = {
  keys: [
    { name: 'storeId', label: 'Store ID', required: true, shape: /^\d{1,12}$/, looks: '12345' },
    { name: 'authKey', label: 'Authentication key', required: true, shape: /^\S{6,80}$/, looks: '6–80 × A–z 0–9' },
    // Refunds have a key of their own; without it a person refunds at Telr.
    { name: 'remoteKey', label: 'Remote API key', required: false, shape: /^\S{6,80}$/, looks: '6–80 × A–z 0–9' },
    // Without it notices prove nothing, and Telr is queried.
    {
      name: 'adviceSecret',
      label: 'Transaction advice secret',
      required: false,
      shape: /^\S{4,100}$/,
      looks: '4–100 × A–z 0–9',
    },
  ],
  options: [],
  environment: { sandboxUrl: 'https://secure.telr.com' },
};
