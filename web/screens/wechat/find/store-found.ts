// Orders found by number and contact on this device (§9: stored 30 days), deletable. Optional: storage may be full or blocked.
import { browserNow } from '../../../ui/browser-now.ts';

export type FoundOrder = { key: string; orderNo: string; name: string; when: string; at: number };

const place = 'wechatFindOrderParam';
const lifeMilliseconds = 30 * 86_400_000;
const most = 20;

/** Newest first; entries that are too old are dropped. */
export function readFound(): FoundOrder[] {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? '[]') as FoundOrder[];
    return stored.filter((item) => typeof item.key === 'string' && browserNow() - item.at < lifeMilliseconds);
  } catch {
    return [];
  }
}

function write(list: FoundOrder[]): FoundOrder[] {
  try {
    localStorage.setItem(place, JSON.stringify(list.slice(0, most)));
  } catch {
    // Only a convenience is lost.
  }
  return list;
}

export function rememberFound(found: Omit<FoundOrder, 'at'>): void {
  const others = readFound().filter((item) => item.orderNo !== found.orderNo);
  write([{ ...found, at: browserNow() }, ...others]);
}

export function forgetFound(orderNo: string): FoundOrder[] {
  return write(readFound().filter((item) => item.orderNo !== orderNo));
}
