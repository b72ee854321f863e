// The quotation that an agent composes (§2 onlinequotation), stored in this browser for this account: products and customer,
// never a price. Optional: storage may be full or forbidden.
import type { QuoteUnit } from './line-card.tsx';

export type SavedLine = QuoteUnit & { productId: string; name: string };
export type SavedList = { percent: string; customer: string; lines: SavedLine[] };

export const mostLines = 50;
const keyOf = (userNo: string) => `quotation-${userNo}`;
const empty: SavedList = { percent: '10', customer: '', lines: [] };

export function readList(userNo: string): SavedList {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userNo)) ?? 'null') as Partial<SavedList> | null;
    const lines = Array.isArray(stored?.lines) ? stored.lines.filter(isLine).slice(0, mostLines).map(readGuests) : [];
    return { percent: String(stored?.percent ?? empty.percent), customer: String(stored?.customer ?? ''), lines };
  } catch {
    return empty;
  }
}

function isLine(line: Partial<SavedLine> | null): line is SavedLine {
  const texts = [line?.productId, line?.name, line?.packageId, line?.skuId, line?.on, line?.until, line?.session];
  return texts.every((text) => typeof text === 'string') && Number.isInteger(line?.quantity);
}

/** A list that was stored by an earlier version has no guests. */
function readGuests(line: SavedLine): SavedLine {
  const { adults, children } = line.guests ?? {};
  const known = Number.isInteger(adults) && Number.isInteger(children);
  return { ...line, guests: known ? line.guests : null };
}

export function saveList(userNo: string, list: SavedList): void {
  try {
    localStorage.setItem(keyOf(userNo), JSON.stringify(list));
  } catch {
    // Only a convenience is lost.
  }
}

export function addLines(userNo: string, lines: SavedLine[]): void {
  const list = readList(userNo);
  saveList(userNo, { ...list, lines: [...list.lines, ...lines].slice(0, mostLines) });
}
