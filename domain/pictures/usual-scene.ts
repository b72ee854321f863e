// The scenes of new products, for the editor alone: the shop's scripts carry none of it.
import type { SceneKind } from './scene-kinds.ts';

/** By subtype: the scene of a new product until its owner chooses another one. Others show a skyline. */
const usualScenes: Record<number, SceneKind> = {
  ...{ 102: 'mountain', 103: 'old-town' },
  ...{ 201: 'spa', 202: 'diving', 203: 'golf', 204: 'snow', 205: 'hiking', 206: 'stadium', 207: 'lanterns' },
  ...{ 208: 'tea', 209: 'dinner-cruise', 210: 'paragliding', 2041: 'theme-park', 2042: 'forest' },
  ...{ 301: 'tower', 401: 'theatre', 402: 'stadium' },
  ...{ 701: 'river', 702: 'train', 703: 'cable-car', 704: 'city-train', 705: 'bus' },
  ...{ 801: 'food', 802: 'noodles', 803: 'market' },
  ...{ 1001: 'wifi', 1002: 'sim' },
  ...{ 1101: 'car', 1102: 'airport-van', 1103: 'airport-van' },
  ...{ 1401: 'city-train', 1502: 'ferry', 1503: 'bus', 1504: 'train', 1505: 'bridge' },
  ...{ 1601: 'hotel', 1602: 'homestay' },
};

export const usualScene = (subtype: number): SceneKind => usualScenes[subtype] ?? 'skyline';
