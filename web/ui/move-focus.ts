// Moves the focus of keyboards and screen readers where the element that had it is replaced or leaves the page.

export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A `ref` for what comes in the place of a button that was pressed. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
