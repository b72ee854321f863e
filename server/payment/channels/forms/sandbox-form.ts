// What an owner sets for the built-in test gateway, which never moves money.
import type { ChannelForm } from '../channel.ts';

export const sandboxForm: ChannelForm = {
  keys: [
    { name: 'merchant', label: 'Merchant', required: true, shape: /^[\w.-]{3,64}$/, looks: 'shop-one' },
    { name: 'secret', label: 'Secret', required: true, shape: /^\S{16,200}$/, looks: '16–200 × A–z 0–9' },
  ],
  options: [],
  environment: { isTest: () => true },
};
