// The focus of the keyboard once an order was cancelled: the button that opened the dialog may be gone with what was cancelled.

/** Of the order's name, below which is its state. */
export const orderHeading = 'order-name';

/** Half a second, in which the new state of the order is drawn. */
const frames = 30;

/** If the page loses the focus when it is drawn again, it goes to the heading. */
export function focusOrder(left = frames): void {
  if (document.activeElement === document.body) document.getElementById(orderHeading)?.focus();
  else if (left > 0) requestAnimationFrame(() => focusOrder(left - 1));
}
