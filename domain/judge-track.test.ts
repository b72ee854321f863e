// Tracks of the slider: hands and keyboards pass, rulers and jumps do not.
import { expect, it } from 'vitest';
import { isLikelyTrack, type TrackPoint } from './judge-track.ts';

const hand: TrackPoint[] = [
  [400, 0],
  [430, 3],
  [462, 14],
  [497, 41],
  [530, 77],
  [566, 108],
  [610, 124],
  [671, 131],
  [760, 133],
];
const keys = (count: number, wait: number) => Array.from({ length: count }, (_, at): TrackPoint => [at * wait, at + 1]);
const shortLine = Array.from({ length: 21 }, (_, at): TrackPoint => [at * 20, Math.round((47 * at) / 20)]);
const shortHand = hand.map(([at, x]): TrackPoint => [at, Math.round((x * 47) / 133)]);
const line: TrackPoint[] = Array.from({ length: 20 }, (_, at) => [at * 30, at * 7]);

it.each<[string, boolean, readonly TrackPoint[], number, number]>([
  ['a hand', true, hand, 133, 2000],
  ['a hand that went too far and came back', true, [...hand, [820, 128], [900, 126]], 126, 2000],
  ['a held key', true, keys(120, 33), 120, 9000],
  ['single presses', true, keys(80, 140), 80, 20_000],
  ['nothing', false, [], 100, 2000],
  [
    'two points',
    false,
    [
      [0, 0],
      [900, 100],
    ],
    100,
    2000,
  ],
  [
    'one jump with rests',
    false,
    [
      [0, 0],
      [300, 0],
      [310, 130],
      [700, 130],
      [800, 130],
    ],
    130,
    2000,
  ],
  ['a ruler', false, line, 133, 2000],
  ['a ruler over a short way, rounded to pixels', false, shortLine, 47, 2000],
  ['a hand over a short way', true, shortHand, 47, 2000],
  ['a moment', false, hand.map(([at, x]) => [400 + (at - 400) / 10, x] as const), 133, 2000],
  ['longer than the puzzle is there', false, hand, 133, 300],
  ['another end', false, hand, 140, 2000],
  ['a clock that runs back', false, [...hand.slice(0, 4), [100, 60], ...hand.slice(5)], 133, 2000],
  ['before the puzzle', false, hand.map(([at, x]) => [at - 900, x] as const), 133, 2000],
  ['too many points', false, keys(301, 10), 301, 9000],
])('%s: %s', (_, fine, track, x, age) => {
  expect(isLikelyTrack(track, x, age)).toBe(fine);
});
