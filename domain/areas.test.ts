// Points in areas and rings that are fit for one: known shapes, and properties over random ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, isInside, judgeRing, openRing, type Ring, ringPoints } from './areas.ts';

const square: Ring = [
  [100, 10],
  [102, 10],
  [102, 12],
  [100, 12],
];
/** A U open to the north. */
const bay: Ring = [
  [0, 0],
  [6, 0],
  [6, 5],
  [4, 5],
  [4, 2],
  [2, 2],
  [2, 5],
  [0, 5],
];

/** Points around a centre in order of angle never cross. */
const starRing = fc
  .tuple(
    fc.double({ min: -170, max: 170, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
    fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 5, maxLength: 40 }),
  )
  .map(([lng, lat, reaches]) => ({
    centre: { lng, lat },
    ring: reaches.map((reach, at): [number, number] => {
      const angle = (2 * Math.PI * at) / reaches.length;
      return [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)];
    }),
  }));

describe('a point in an area', () => {
  it('is found in and beside a square, and on its border and corners', () => {
    expect(isInside(square, { lat: 11, lng: 101 })).toBe(true);
    expect(isInside(square, { lat: 12.01, lng: 101 })).toBe(false);
    expect(isInside(square, { lat: 11, lng: 99.99 })).toBe(false);
    expect(isInside(square, { lat: 10, lng: 101 })).toBe(true);
    expect(isInside(square, { lat: 11, lng: 102 })).toBe(true);
    for (const [lng, lat] of square) expect(isInside(square, { lat, lng })).toBe(true);
  });

  it('is not inside in a bay that the area surrounds', () => {
    expect(isInside(bay, { lat: 4, lng: 3 })).toBe(false);
    expect(isInside(bay, { lat: 1, lng: 3 })).toBe(true);
    expect(isInside(bay, { lat: 4, lng: 1 })).toBe(true);
  });

  it('is in no area without a surface', () => {
    expect(isInside([], { lat: 0, lng: 0 })).toBe(false);
  });

  it('is inside at the centre of any star, outside beyond its reach, and on every edge', () => {
    fc.assert(
      fc.property(starRing, fc.double({ min: 0, max: 1, noNaN: true }), ({ ring, centre }, along) => {
        expect(judgeRing(ring)).toBeUndefined();
        expect(isInside(ring, centre)).toBe(true);
        expect(isInside(ring, { lat: centre.lat, lng: centre.lng + 1.01 })).toBe(false);
        ring.forEach(([ax, ay], at) => {
          const [bx, by] = ring[(at + 1) % ring.length] as [number, number];
          expect(isInside(ring, { lng: ax + (bx - ax) * along, lat: ay + (by - ay) * along })).toBe(true);
        });
      }),
    );
  });

  it('does not depend on where the ring begins, its direction, or whether it is closed', () => {
    const offset = fc.double({ min: -1.2, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(starRing, offset, offset, fc.nat(39), ({ ring, centre }, dx, dy, turn) => {
        const point = { lng: centre.lng + dx, lat: centre.lat + dy };
        const turned = ring.map((_, at) => ring[(at + turn) % ring.length] as [number, number]);
        const answers = [ring, turned, [...ring].reverse(), [...ring, ring[0] as [number, number]]];
        expect(new Set(answers.map((answers) => isInside(answers, point))).size).toBe(1);
      }),
    );
  });
});

describe('a ring', () => {
  it('is fit when its border does not meet itself', () => {
    expect(judgeRing(square)).toBeUndefined();
    expect(judgeRing(bay)).toBeUndefined();
    expect(judgeRing([...square, [100, 10]])).toBeUndefined();
  });

  it.each<[string, Ring]>([
    ['two points', square.slice(0, 2)],
    ['a point named twice', [...square.slice(0, 2), [102, 10], [100, 12]]],
    ['more points than allowed', Array.from({ length: ringPoints.most + 1 }, (_, at) => [at / 10, at * at])],
  ])('needs its points: %s', (_, ring) => {
    expect(judgeRing(ring)).toBe('ringPoints');
  });

  it.each<[string, Ring]>([
    [
      'a bow tie',
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ],
    ],
    [
      'a line',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'a spike',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [4, 8],
        [4, 2],
        [0, 4],
      ],
    ],
    [
      'a corner on another edge',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
    ],
  ])('may not meet itself: %s', (_, ring) => {
    expect(judgeRing(ring)).toBe('ringCrosses');
  });

  it('crosses as soon as two neighbours of a convex ring change places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 60 }), fc.nat(59), (count, swap) => {
        const ring = Array.from({ length: count }, (_, at): [number, number] => [
          Math.cos((2 * Math.PI * at) / count),
          Math.sin((2 * Math.PI * at) / count),
        ]);
        expect(judgeRing(ring)).toBeUndefined();
        const at = swap % count;
        const next = (at + 1) % count;
        [ring[at], ring[next]] = [ring[next] as [number, number], ring[at] as [number, number]];
        expect(judgeRing(ring)).toBe('ringCrosses');
      }),
    );
  });

  it('loses the point that only closes it, and knows its bounds', () => {
    expect(openRing([...square, [100, 10]])).toEqual(square);
    expect(boundsOf([square, bay])).toEqual([
      [0, 0],
      [102, 12],
    ]);
    expect(boundsOf([])).toBeUndefined();
  });
});
