// What an owner sets for ChillPay, named as its dashboard names it.
import type { ChannelForm } from '../channel.ts';

export const chillPaySandbox = 'https://sandbox-appsrv2.chillpay.co';

export const chillPayForm: ChannelForm = {
  keys: [
    { name: 'merchantCode', label: 'Merchant Code', required: true, shape: /^[A-Za-z]\d{4,12}$/, looks: 'M000001' },
    { name: 'apiKey', label: 'API Key', required: true, shape: /^[\w.-]{6,200}$/, looks: 'A–z 0–9' },
    { name: 'md5Secret', label: 'MD5 Secret Key', required: true, shape: /^\S{6,300}$/, looks: 'A–z 0–9' },
    { name: 'routeNo', label: 'Route No.', required: true, shape: /^\d{1,3}$/, looks: '1' },
  ],
  options: [],
  environment: { sandboxUrl: chillPaySandbox },
};
