// The quotation that an agent composes (§2 onlinequotation), kept in this browser for this account: what is asked for and for whom,
// never a price. A comfort: storage may be full or forbidden.
import type { AskedUnit } from './line-card.tsx';

export type SavedLine = AskedUnit & { productId: string; name: string };
export type SavedList = { percent: string; customer: string; lines: SavedLine[] };

export const mostLines = 50;
const keyOf = (userNo: string) => `quotation-${userNo}`;
const empty: SavedList = { percent: '10', customer: '', lines: [] };

export function readList(userNo: string): SavedList {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userNo)) ?? 'null') as Partial<SavedList> | null;
    const lines = Array.isArray(kept?.lines) ? kept.lines.filter(isLine).slice(0, mostLines) : [];
    return { percent: String(kept?.percent ?? empty.percent), customer: String(kept?.customer ?? ''), lines };
  } catch {
    return empty;
  }
}

function isLine(line: Partial<SavedLine> | null): line is SavedLine {
  const texts = [line?.productId, line?.name, line?.packageId, line?.skuId, line?.on, line?.until, line?.session];
  return texts.every((one) => typeof one === 'string') && Number.isInteger(line?.quantity);
}

export function saveList(userNo: string, list: SavedList): void {
  try {
    localStorage.setItem(keyOf(userNo), JSON.stringify(list));
  } catch {
    // Nothing is lost but the comfort.
  }
}

export function addLines(userNo: string, lines: SavedLine[]): void {
  const list = readList(userNo);
  saveList(userNo, { ...list, lines: [...list.lines, ...lines].slice(0, mostLines) });
}
