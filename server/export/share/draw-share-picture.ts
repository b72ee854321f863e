// The picture that other sites show beside a link (Open Graph, 1200 × 630): what it is, where, from which price, whose shop.
import type { Language } from '../../../domain/languages.ts';
import { breakLines, outlineLine, type TextLook } from './outline-text.ts';

export const shareSize = { width: 1200, height: 630 } as const;

export type ShareWords = {
  language: Language;
  name: string;
  place: string;
  price: string;
  shop: string;
  /** Of the brand, "#rrggbb". */
  colour: string;
};

const left = 64;
const room = shareSize.width - 2 * left;

/** What lies over the photograph or drawing: a shade for the letters, the letters, and the shop in its colour. */
export function drawShareWords({ language, name, place, price, shop, colour }: ShareWords): string {
  const large: TextLook = { language, bold: true, size: 66 };
  const small: TextLook = { language, bold: false, size: 34 };
  const names = breakLines(name, large, room, 2);
  const [where = ''] = breakLines([place, price].filter(Boolean).join(' · '), small, room, 1);
  const [shopName = ''] = breakLines(shop, { ...small, bold: true }, room, 1);
  const baseline = 470 - (names.length - 1) * 84;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">
    <defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset=".2" stop-color="#000" stop-opacity="0"/>
      <stop offset=".8" stop-color="#000" stop-opacity=".78"/></linearGradient></defs>
    <rect width="${shareSize.width}" height="${shareSize.height}" fill="url(#shade)"/>
    <rect y="556" width="${shareSize.width}" height="74" fill="${colour}"/>
    <g fill="#fff">
      ${names.map((line, at) => outlineLine(line, large, { x: left, y: baseline + at * 84 })).join('')}
      ${outlineLine(where, small, { x: left, y: 526 })}
      ${outlineLine(shopName, { ...small, bold: true }, { x: left, y: 605 })}
    </g></svg>`;
}
