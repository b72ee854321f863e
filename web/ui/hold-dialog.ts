// What only dialogs of the back office need, apart from the dialog, so that the shop does not carry it: one is held open whose content
// cannot be shown again, and the focus starts at a field.
import { type RefObject, useLayoutEffect } from 'react';

const events = ['cancel', 'close', 'click'];

/** While there is `onTry`, Escape and the cross of the dialog around this element call it and close nothing. */
export function useHoldDialog(inside: RefObject<Element | null>, onTry: (() => void) | undefined): void {
  // Not a moment later than the content is there: the next press may be Escape.
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (!dialog || !onTry) return;
    const hold = (event: Event) => {
      const { target } = event;
      // Not that of a dialog inside this one.
      const crossOf = target instanceof Element && target.closest('[data-close]')?.closest('dialog');
      if ((event.type === 'click' ? crossOf : target) !== dialog) return;
      event.preventDefault();
      // Before the dialog itself hears of it.
      event.stopImmediatePropagation();
      // A second Escape closes the element in spite of the first answer.
      if (!dialog.open) dialog.showModal();
      onTry();
    };
    for (const name of events) dialog.addEventListener(name, hold, true);
    return () => {
      for (const name of events) dialog.removeEventListener(name, hold, true);
    };
  });
}

/** A `ref`: the dialog opens with the focus there and not on its close button. */
export function takeFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
