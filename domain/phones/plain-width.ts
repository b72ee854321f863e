// Letters and digits in the full width of an Asian keyboard (decision 0772), texts of which nothing is seen, and marks that turn a text
// round (decision 0797). Only these change: NFKC would also change other characters.

const wide = /[\uFF01-\uFF5E\u3000\u202A-\u202E\u2066-\u2069]/;

export const hasWideCharacters = (text: string): boolean => wide.test(text);

/**
 * Without marks that embed, override or isolate a direction: apps copy them with numbers and addresses, and a name that has one turns
 * round what is written behind it. Each of them alone (U+200E, U+200F), as in texts in Arabic and Hebrew, stays.
 */
export const dropTurns = (text: string): string => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');

/** "ＭＨ１２３" as "MH123", and the wide space as a space; half-width kana and other characters stay. */
export const plainWidth = (text: string): string =>
  hasWideCharacters(text)
    ? dropTurns(text)
        .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
        .replaceAll('\u3000', ' ')
    : text;

/** Without surrounding blanks; '' where nothing of it is seen, as of a zero-width space. */
export const visibleText = (text: string): string => (/[^\s\p{Cf}]/u.test(text) ? text.trim() : '');
