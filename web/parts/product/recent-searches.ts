// The recent searches of this browser, the newest first. Optional: storage may be full or forbidden.

const key = 'recent-searches';
const most = 5;

export function readSearches(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function noteSearch(query: string): void {
  if (!query) return;
  try {
    const others = readSearches().filter((item) => item.toLowerCase() !== query.toLowerCase());
    localStorage.setItem(key, JSON.stringify([query, ...others].slice(0, most)));
  } catch {
    // Only a convenience is lost.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
