// How an order was paid, in words: for pages, papers, files and mails.

/** `ending`: the last letters of a gift card, null for any other channel. */
export type PaidWay = { channel: string; ending: string | null };

/** A way to pay; of a gift card with its last letters: "Gift card ••••SQ7K". */
export const nameWay = (say: (key: string) => string, { channel, ending }: PaidWay): string =>
  say(`payment.channel.${channel}`) + (ending ? ` ••••${ending}` : '');
