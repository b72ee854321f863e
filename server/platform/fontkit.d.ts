// The part of fontkit used here; the package ships no types.
declare module 'fontkit' {
  type Glyph = { path: { toSVG(): string } };
  export type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphsForString(text: string): Glyph[];
    /** Shaped: marks over their letters, and their order. */
    layout(text: string): {
      glyphs: Glyph[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
      advanceWidth: number;
    };
  };
  export function create(bytes: Uint8Array): Font;
}
