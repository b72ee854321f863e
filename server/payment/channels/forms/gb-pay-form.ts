// What an owner sets for GB Prime Pay, named as its dashboard names it.
import type { ChannelForm } from '../channel.ts';

export const gbPayForm: ChannelForm = {
  keys: [
    {
      name: 'token',
      label: 'Customer Key (Token)',
      required: true,
      shape: /^[\w+/=.-]{12,400}$/,
      looks: 'A–z 0–9 + / =',
    },
    { name: 'secretKey', label: 'Secret Key', required: true, shape: /^[\w+/=.-]{12,200}$/, looks: 'A–z 0–9' },
  ],
  options: [],
  environment: { sandboxUrl: 'https://api.globalprimepay.com' },
};
