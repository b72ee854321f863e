// Keyboard shortcuts for a list: j and k move, x selects, c confirms, ? shows help; Enter opens, as on any link. Letters work
// only if no field has the focus and no dialog is open, and can be switched off (WCAG 2.1.4).
import { useEffect, useState } from 'react';

const storageKey = 'desk-keys';

/** Whether the letters are on; stored in this browser. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(true);
  useEffect(() => setOn(localStorage.getItem(storageKey) !== 'off'), []);
  return [
    on,
    (next) => {
      localStorage.setItem(storageKey, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}

export type RowActs = {
  /** `key` is that of the focused row; undefined if none has the focus. */
  select(key: string | undefined): void;
  confirm(key: string | undefined): void;
  help(): void;
};

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-row] [data-row-link]')];

function rowOfFocus(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
}

function move(step: 1 | -1): void {
  const links = rowLinks();
  const key = rowOfFocus();
  const at = links.findIndex((link) => link.closest<HTMLElement>('[data-row]')?.dataset.row === key);
  const next = at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step;
  links[next]?.focus();
}

/** Letters work on checkboxes, but not in text fields. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

export function useRowKeys(on: boolean, acts: RowActs): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      // Help is available even if the letters are off, to switch them on again.
      if (event.key === '?') acts.help();
      else if (!on) return;
      else if (event.key === 'j') move(1);
      else if (event.key === 'k') move(-1);
      else if (event.key === 'x') acts.select(rowOfFocus());
      else if (event.key === 'c') acts.confirm(rowOfFocus());
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
