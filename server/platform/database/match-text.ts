/** The pattern with which LIKE finds `text` anywhere in a value: its own `%`, `_` and `\` are letters like others. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
