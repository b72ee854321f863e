/** Products of one wish list. A file of its own: the scripts of each page in the shop need no other limit. */
export const mostWishes = 50;
