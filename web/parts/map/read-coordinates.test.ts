// Positions as people type and paste them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCoordinates, readRing, writeCoordinates, writeRing } from './read-coordinates.ts';

describe('a position', () => {
  it.each([
    ['3.139, 101.6869', { lat: 3.139, lng: 101.6869 }],
    ['  -8.7482;115.1672 ', { lat: -8.7482, lng: 115.1672 }],
    ['35 139', { lat: 35, lng: 139 }],
    ['3.139°, 101.6869°,', { lat: 3.139, lng: 101.6869 }],
  ])('is read from “%s”', (text, point) => {
    expect(readCoordinates(text)).toEqual(point);
  });

  it.each(['', '3.139', '91, 0', '0, 181', 'Kuala Lumpur', '3.1, 101.6, 5', '1e3, 2', 'NaN, 1'])(
    'is not read from “%s”',
    (text) => {
      expect(readCoordinates(text)).toBeUndefined();
    },
  );
});

describe('a ring', () => {
  it('is parsed as one position per line; a wrong line is named', () => {
    expect(readRing('1, 2\n\n3, 4\n')).toEqual({
      ring: [
        [2, 1],
        [4, 3],
      ],
    });
    expect(readRing('1, 2\n\nhere')).toEqual({ line: 3 });
  });

  it('is unchanged after writing and parsing, to six digits', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(degrees(180), degrees(90)), { maxLength: 20 }), (ring) => {
        const again = readRing(writeRing(ring));
        if (!('ring' in again)) throw new Error(`line ${again.line}`);
        expect(again.ring.length).toBe(ring.length);
        again.ring.forEach(([lng, lat], at) => {
          expect(lng).toBeCloseTo(ring[at]?.[0] ?? 0, 5);
          expect(lat).toBeCloseTo(ring[at]?.[1] ?? 0, 5);
        });
      }),
    );
    expect(writeCoordinates({ lat: -0.00000001, lng: 1.23456789 })).toBe('0, 1.234568');
  });
});
