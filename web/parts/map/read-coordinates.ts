// Parses positions as people write them: "3.139, 101.6869", latitude first; a ring as one position per line.
import type { Point, Ring } from '../../../domain/areas.ts';

/** Undefined for any text that is not one position on earth. */
export function readCoordinates(text: string): Point | undefined {
  const found = /^\s*(-?\d{1,3}(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)°?\s*[,;]?\s*$/.exec(text);
  if (!found) return undefined;
  const [lat, lng] = [Number(found[1]), Number(found[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}

/** Six digits are a tenth of a metre. */
export function writeCoordinates({ lat, lng }: Point): string {
  return `${trim(lat)}, ${trim(lng)}`;
}

/** The ring of a list; or the number, from 1, of the first line that is no position. Empty lines are ignored. */
export function readRing(text: string): { ring: Ring } | { line: number } {
  const ring: Ring = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const point = readCoordinates(line);
    if (!point) return { line: at + 1 };
    ring.push([point.lng, point.lat]);
  }
  return { ring };
}

export function writeRing(ring: Ring): string {
  return ring.map(([lng, lat]) => writeCoordinates({ lat, lng })).join('\n');
}

function trim(degrees: number): string {
  return String(Math.round(degrees * 1e6) / 1e6);
}
