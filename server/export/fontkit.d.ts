// The part of fontkit that the house uses; the package ships no types.
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean };
  export function create(bytes: Uint8Array): Font;
}
