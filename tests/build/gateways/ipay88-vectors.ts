// Values for iPay88's signatures: iPay88 published the first, the others are calculated independently of the channel and its stand-in.
export const key = 'apple';

type Kind = 'HMACSHA512' | 'SHA256' | 'SHA1';
const asked = ['M00003', 'A00000001', '100', 'MYR'];
const told = ['M00003', '2', 'A00000001', '100', 'MYR', '1'];
const voided = ['M00003', 'T0123456789', '100', 'MYR'];

export const vectors: [kind: Kind, values: string[], signature: string][] = [
  ['SHA1', asked, '84dNMbfgjLMS42IqSTPqQ99cUGA='],
  ['SHA256', asked, '110f0be755ccfa9373aa38104bafbc5c6e5462344e44bcfbb70439c82b4b07fa'],
  [
    'HMACSHA512',
    asked,
    'c41859fed9b4ac135990cc10737ff3a37ad1e0eaa3e0f2235a652172fe346541' +
      '3449b2e73acb782bb14a1b2e32792e91dc03fd2da355432de86df6730ed70e9a',
  ],
  ['SHA256', told, 'f173a2521d178574caab19ab7ddd04b299dbc0d656a26c1d1aabf9187dfbf352'],
  ['SHA1', told, 'MELU5sSgpBrmc2D6REjfrqUjpIk='],
  ['SHA256', voided, '00e76ed1a57c2a2645c4b91d553e40b7a402a3cd0039712930a6a7bd9d8ea928'],
  ['SHA1', voided, '9VlvG5xO2dwCc8c2eiFnVlV+Es8='],
];
