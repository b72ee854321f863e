// After a "no" the first marked field has the focus. The change is shown before the focus moves: on a busy device a frame can
// pass before React draws, and a focus asked for in that frame would find nothing.
import { flushSync } from 'react-dom';

/** A field with a problem. */
export const marked = '[aria-invalid="true"], [data-invalid]';

export function showAndFocus(form: HTMLElement | null, change: () => void, first = marked): void {
  flushSync(change);
  form?.querySelector<HTMLElement>(first)?.focus();
}
