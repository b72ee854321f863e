import type { Words } from '../use-words.ts';

/** A way to pay; of a gift card with its last letters. */
export const nameWay = ({ say }: Words, { channel, ending }: { channel: string; ending: string | null }): string =>
  say(`payment.channel.${channel}`) + (ending ? ` ••••${ending}` : '');
