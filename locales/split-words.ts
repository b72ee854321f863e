// Which words travel with the shop and which with the back office only: a phone that looks for a tour does not carry what staff read.

/** The back office's own, by the first part of their keys; whatever is not here is the shop's. */
const deskWords = new Set([
  ...[
    'act',
    'areas',
    'banners',
    'catalogue',
    'channels',
    'console',
    'desk',
    'finance',
    'ledger',
    'log',
    'mail',
    'mailTexts',
  ],
  ...[
    'partners',
    'porting',
    'prices',
    'promo',
    'promotions',
    'queue',
    'rates',
    'redeem',
    'sales',
    'settings',
    'staff',
    'stock',
  ],
]);

/** Among them, those that the shop says too. */
const sharedWords = new Set([
  ...[
    'banners.label',
    'banners.previous',
    'banners.next',
    'banners.slide',
    'console.status',
    'console.title',
    'desk.pickupAt',
    'desk.dropOffAt',
  ],
  ...['settings.picture.busy', 'settings.picture.choose'],
]);

/** Whether a key, or the beginning of keys up to a dot, is of the back office alone. */
export function isDeskWord(key: string): boolean {
  return deskWords.has(key.split('.')[0] ?? '') && !sharedWords.has(key);
}
