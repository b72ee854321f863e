// How much an import may hold. A file is measured before and while it is opened, never only afterwards.

import { importLimits } from '../../domain/order-files.ts';

export const { mostBytes, mostListBytes, mostProducts, mostListed, mostOfPart } = importLimits;
/** Rows of all sheets together. */
export const mostRows = 150_000;
export const mostCells = 1_500_000;
export const mostColumns = 60;
/** What a workbook may unfold to; a small file can hold gigabytes of the same letter. */
export const mostUnpackedBytes = 160 * 1024 * 1024;
/** Rows that are stored, listed and written together. */
export const chunkRows = 100;
/** These are in memory together. */
export const mostChunkLetters = 32 * 1024 * 1024;
