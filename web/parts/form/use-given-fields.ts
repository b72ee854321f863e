// The filters of a list show what its address says, also after going back or clearing them. They are set, not made anew, so the field
// in which Enter was pressed keeps the focus.
import { useEffect, useRef } from 'react';

/** For a form of uncontrolled fields: by name, what they show when the address changes. */
export function useGivenFields(fields: Record<string, unknown>) {
  const ref = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(fields);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    const values = JSON.parse(text) as Record<string, unknown>;
    for (const field of ref.current?.elements ?? []) {
      const named = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (!named || !field.name || field.type === 'hidden') continue;
      const value = String(values[field.name] ?? '');
      if (field.type === 'checkbox') (field as HTMLInputElement).checked = field.value === value;
      else field.value = value;
    }
  }, [text]);
  return ref;
}
