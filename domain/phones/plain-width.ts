// Letters and digits in the full width of an Asian keyboard (decision 0772), and texts of which nothing is seen. Only these change: NFKC
// would also change other characters.

const wide = /[\uFF01-\uFF5E\u3000]/;

export const hasWideCharacters = (text: string): boolean => wide.test(text);

/** "ＭＨ１２３" as "MH123", and the wide space as a space; half-width kana and other characters stay. */
export const plainWidth = (text: string): string =>
  hasWideCharacters(text)
    ? text
        .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
        .replaceAll('\u3000', ' ')
    : text;

/** Without surrounding blanks; '' where nothing of it is seen, as of a zero-width space. */
export const visibleText = (text: string): string => (/[^\s\p{Cf}]/u.test(text) ? text.trim() : '');
