// The price levels of an owner's partners (rules §11): ten of them, named by the owner; level 0 pays retail.

export const retailLevel = 0;
export const highestLevel = 9;

/** Every level, in order. */
export const priceLevels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Levels that may have prices of their own. */
export const agentLevels = priceLevels.filter((level) => level !== retailLevel);

/** Longest name of a level, in characters. */
export const levelNameLength = 40;
