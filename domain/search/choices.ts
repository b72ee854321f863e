// What a search can be narrowed to by choosing (§2 search).

/** How long something takes: up to four hours, up to a day, longer. */
export const playLengths = ['short', 'day', 'days'] as const;

/** When it begins: before noon, before five, later. */
export const dayTimes = ['morning', 'afternoon', 'evening'] as const;
