/** Letters of East Asian scripts are nearly twice as wide as Latin ones. */
const widthOf = (letter: string) => (/[\u1100-\uffef]/.test(letter) ? 1.7 : 1);

/** At most so many Latin letters wide, with an ellipsis in place of the rest. */
export function shortenLabel(label: string, most: number): string {
  let width = 0;
  let short = '';
  for (const letter of label) {
    width += widthOf(letter);
    if (width > most) return `${short.trimEnd()}…`;
    if (width <= most - 1) short += letter;
  }
  return label;
}
