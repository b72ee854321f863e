// How well white text reads on a colour: WCAG 2 relative luminance. A shop's brand colour carries white text (§3).

/** WCAG AA for normal text. */
export const leastContrast = 4.5;

/** Ratio from 1 (white itself) to 21 (black); 0 for anything that is not "#" and six hexadecimal digits. */
export function contrastWithWhite(hex: string): number {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!digits) return 0;
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((two) => linear(Number.parseInt(two, 16) / 255));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
