// Keys of other systems (decision 0360): what a key may do, how it looks, and the networks it is accepted from.

/** What a partner's key may do; each call of the contract names the one that it takes. */
export const partnerScopes = ['catalogue', 'quote', 'book', 'cancel', 'pay', 'statement'] as const;
/** What a key of the owner's own system may do in the back office. */
export const ownerScopes = ['orders', 'answers', 'stock'] as const;

export type KeyScope = (typeof partnerScopes)[number] | (typeof ownerScopes)[number];

/** Begins every key, so that it is found where it does not belong. */
export const keyMark = 'kb_live_';

/** The characters of a key that are shown later, to tell keys apart. */
export const keyStartLength = keyMark.length + 4;

export const keyRules = {
  /** Live ones of a partner, or of the owner's systems. */
  mostKeys: 10,
  nameLength: 50,
  mostNetworks: 20,
  /** How long the previous key works beside its replacement. */
  overlapHours: [0, 1, 24, 168],
  perMinute: { start: 300, most: 6000 },
  logDays: 30,
} as const;

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}(?:/(\\d{1,2}))?$`);
const v6 = /^([0-9a-f:]{2,39}(?::\d{1,3}(?:\.\d{1,3}){3})?)(?:\/(\d{1,3}))?$/i;

/** Whether it is an IPv4 or IPv6 address, or a network of them like 203.0.113.0/24 or 2001:db8::/32. */
export function isNetwork(text: string): boolean {
  const [, four, fourLength] = v4.test(text) ? [text, text.split('/')[0], text.split('/')[1]] : [];
  if (four) return Number(fourLength ?? 32) <= 32;
  const [, six, length] = v6.exec(text) ?? [];
  return Boolean(six && Number(length ?? 128) <= 128 && URL.canParse(`http://[${six}]`));
}

/** One address or network for each line, spaces and empty lines aside. */
export const readNetworks = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((one) => one.trim())
    .filter(Boolean);
