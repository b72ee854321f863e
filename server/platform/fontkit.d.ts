// The part of fontkit used here; the package ships no types.
declare module 'fontkit' {
  type Glyph = { id: number; codePoints: number[]; advanceWidth: number };
  type Shape = { path: { toSVG(): string } };
  export type Run<Drawn = Glyph> = {
    glyphs: Drawn[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  };
  export type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphsForString(text: string): Shape[];
    /** Shaped: marks over their letters, and their order. */
    layout(text: string, features?: unknown): Run<Glyph & Shape>;
  };
  export function create(bytes: Uint8Array): Font;
}
