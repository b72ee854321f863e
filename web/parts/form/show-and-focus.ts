// After a refusal the first marked field gets the focus. The change is rendered before the focus moves: on a busy device a frame can
// pass before React renders, and a focus request in that frame would find nothing.
import { flushSync } from 'react-dom';

/** A field with a problem. */
export const marked = '[aria-invalid="true"], [data-invalid]';

export function showAndFocus(form: HTMLElement | null, change: () => void, first = marked): void {
  flushSync(change);
  form?.querySelector<HTMLElement>(first)?.focus();
}
