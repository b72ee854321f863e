// Travellers and hotels of earlier bookings on this device (§4): by name, for 60 days, deletable, never with document numbers.
import { isDocument } from '../../../../domain/traveller-fields.ts';
import { browserNow } from '../../../ui/browser-now.ts';

export type RecentKind = 'persons' | 'hotels';
/** `city`: of a hotel, as the booking called it. */
export type Recent = { name: string; at: number; values: Record<string, string>; city?: string };

const lifeMilliseconds = 60 * 86_400_000;
const most = 30;

const keyOf = (kind: RecentKind) => `recent ${kind}`;

/** Newest first; entries that are too old are dropped. */
export function readRecent(kind: RecentKind): Recent[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(kind)) ?? '[]') as Recent[];
    return stored.filter((item) => typeof item.name === 'string' && browserNow() - item.at < lifeMilliseconds);
  } catch {
    return [];
  }
}

function write(kind: RecentKind, list: Recent[]): void {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify(list.slice(0, most)));
  } catch {
    // A full or blocked storage remembers nothing; the booking continues.
  }
}

export function rememberRecent(kind: RecentKind, name: string, values: Record<string, string>, city?: string): void {
  const trimmed = name.trim();
  if (!trimmed) return;
  const stored = Object.fromEntries(Object.entries(values).filter(([field, value]) => value && !isDocument(field)));
  const others = readRecent(kind).filter((item) => item.name !== trimmed);
  write(kind, [{ name: trimmed, at: browserNow(), values: stored, ...(city && { city }) }, ...others]);
}

export function forgetRecent(kind: RecentKind, name: string): Recent[] {
  const left = readRecent(kind).filter((item) => item.name !== name);
  write(kind, left);
  return left;
}
