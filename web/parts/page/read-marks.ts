// The announcements that a visitor without an account has opened: stored only in the browser.
import { useEffect, useState } from 'react';

const place = 'read-notices';
const most = 200;

function readMarks(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

export function storeMark(id: string): void {
  try {
    localStorage.setItem(place, JSON.stringify([id, ...readMarks().filter((item) => item !== id)].slice(0, most)));
  } catch {
    // Without storage everything stays unread.
  }
}

/** The numbers opened in this browser; undefined until the browser's storage was read. */
export function useMarks(): string[] | undefined {
  const [marks, setMarks] = useState<string[]>();
  useEffect(() => setMarks(readMarks()), []);
  return marks;
}
