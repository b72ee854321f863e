// The point of a picture that stays in view when a screen crops it: percent from the left and from the top; the middle unless staff chose
// another. In a sheet it follows the picture's id: "abc@30,70".

export const focusMiddle = 50;

type FocusedPicture = { pictureId: string; focusX: number; focusY: number };

export const writeFocused = ({ pictureId, focusX, focusY }: FocusedPicture): string =>
  focusX === focusMiddle && focusY === focusMiddle ? pictureId : `${pictureId}@${focusX},${focusY}`;

/** What does not read so is an id, which the rules of products then judge. */
export function readFocused(text: string): FocusedPicture {
  const [, pictureId, focusX, focusY] = /^([^@]+)@(\d{1,3}),(\d{1,3})$/.exec(text) ?? [];
  if (!pictureId) return { pictureId: text, focusX: focusMiddle, focusY: focusMiddle };
  return { pictureId, focusX: Number(focusX), focusY: Number(focusY) };
}
