// What an owner sets for iPay88 in Malaysia, named as its letters name it. It has no test environment; test accounts pay one ringgit.
import type { ChannelForm } from '../channel.ts';

export const iPay88Form: ChannelForm = {
  keys: [
    { name: 'merchantCode', label: 'Merchant Code', required: true, shape: /^M\d{4,19}$/, looks: 'M00003' },
    { name: 'merchantKey', label: 'Merchant Key', required: true, shape: /^[\x21-\x7e]{5,60}$/, looks: 'A–z 0–9' },
  ],
  options: [
    { name: 'sha256', label: 'SignatureType SHA256', kind: 'switch', usual: false },
    { name: 'voidSha1', label: 'VoidTransaction SHA1', kind: 'switch', usual: false },
  ],
  environment: { isTest: () => false },
};
