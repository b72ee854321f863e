// What travellers write at a platform (§5 remark): a sold booking is never refused for the length of it.
import { z } from '../../contract/call.ts';

const mostLetters = 1000;
const clip = (text: string): string => [...text.trim()].slice(0, mostLetters).join('');

export const wishText = z
  .string()
  .nullish()
  .transform((text) => clip(text ?? ''));

/**
 * Each on a line of its own, so that a long one leaves room for the next; undefined without any, so that a change without wishes leaves
 * what was wished before.
 */
export const joinWishes = (wishes: string[]): string | undefined => wishes.filter(Boolean).join('\n') || undefined;
