// A removed row takes the focus with it. The focus goes to the same button of the next row, to that of the previous one if there is none,
// or to the field or button with `data-adds`, by which rows are added.
import type { MouseEvent } from 'react';

const mostFrames = 30;

/** The properties of a row's button. `list` names the list on its page; `remove` may end later, when the server has answered. */
export const removesRow = (list: string, remove: () => unknown) => ({
  'data-removes': list,
  async onClick({ currentTarget: button }: MouseEvent<HTMLElement>) {
    const findButtons = () => [...document.querySelectorAll<HTMLElement>(`[data-removes="${list}"]`)];
    const at = findButtons().indexOf(button);
    await remove();
    // An answer of the server is rendered some frames later.
    for (let frames = 0; frames < mostFrames && button.isConnected; frames += 1)
      await new Promise(requestAnimationFrame);
    if (document.activeElement !== document.body) return;
    const left = findButtons();
    (left[at] ?? left.at(-1) ?? document.querySelector<HTMLElement>(`[data-adds="${list}"]`))?.focus();
  },
});
