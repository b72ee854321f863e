// The focus once an order was cancelled, wholly or in part: at its name, below which is what became of it. The button that opened the
// dialog is at the end of the page, or gone with what was cancelled.

/** Of the order's name. */
export const orderHeading = 'order-name';

/** Half a second, in which the dialog closes and gives the focus back to its button. */
const frames = 30;

export function focusOrder(left = frames): void {
  if (left > 0 && document.querySelector('dialog[open]')) requestAnimationFrame(() => focusOrder(left - 1));
  else document.getElementById(orderHeading)?.focus();
}
