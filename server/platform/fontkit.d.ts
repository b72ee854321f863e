// The part of fontkit used here; the package ships no types.
declare module 'fontkit' {
  export type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphsForString(text: string): { path: { toSVG(): string } }[];
  };
  export function create(bytes: Uint8Array): Font;
}
