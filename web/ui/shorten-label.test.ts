import { expect, it } from 'vitest';
import { shortenLabel } from './shorten-label.ts';

it.each([
  ['Night Lights', 'Night Lights'],
  ['Ha Long Bay Cruise', 'Ha Long Bay Cr…'],
  ['曼谷大皇宫与卧佛寺半日游', '曼谷大皇宫与卧佛…'],
  ['人妖秀门票', '人妖秀门票'],
  ['방콕 왕궁 반나절 투어', '방콕 왕궁 반나절…'],
])('%s is written %s', (label, short) => {
  expect(shortenLabel(label, 15)).toBe(short);
});
