// Judges how the piece of a slider puzzle was moved (§1, security rule 43): could a hand or a keyboard move it so? It only slows simple
// scripts; the code sent to the mailbox is the real barrier.

/** Milliseconds since the puzzle was shown, and where the piece was then. */
export type TrackPoint = readonly [milliseconds: number, x: number];

export const trackLimits = {
  fewestPoints: 4,
  mostPoints: 300,
  shortestMilliseconds: 250,
  /** Tolerance for differences of clocks and networks. */
  slackMilliseconds: 250,
} as const;

/**
 * `ageMilliseconds`: age of the puzzle by the server's clock. A track takes a minimum time and no longer than that age, goes
 * forward in time, ends where the piece was left, and is uneven as a hand is; keys move one pixel at a time and may be even.
 */
export function isLikelyTrack(track: readonly TrackPoint[], x: number, ageMilliseconds: number): boolean {
  const [first, last] = [track[0], track.at(-1)];
  const { fewestPoints, mostPoints, shortestMilliseconds, slackMilliseconds } = trackLimits;
  if (!first || !last || track.length < fewestPoints || track.length > mostPoints) return false;
  const lasted = last[0] - first[0];
  if (lasted < shortestMilliseconds || first[0] < 0 || last[0] > ageMilliseconds + slackMilliseconds) return false;
  if (Math.abs(last[1] - x) > 1) return false;
  const steps = track.slice(1).map(([at, place], before) => {
    const [wasAt, wasPlace] = track[before] as TrackPoint;
    return { milliseconds: at - wasAt, pixels: place - wasPlace };
  });
  if (steps.some(({ milliseconds }) => milliseconds < 0)) return false;
  const byKeys = steps.every(({ pixels }) => Math.abs(pixels) <= 1);
  if (byKeys) return true;
  const way = steps.reduce((sum, { pixels }) => sum + Math.abs(pixels), 0);
  const largest = Math.max(...steps.map(({ pixels }) => Math.abs(pixels)));
  return largest < way * 0.7 && farthestFromLine(track) > Math.max(2, way * 0.04);
}

/** Pixels between the piece and an even speed: hands start, run and stop; a script's steps differ by rounding only. */
function farthestFromLine(track: readonly TrackPoint[]): number {
  const [[startedAt, from], [endedAt, to]] = [track[0], track.at(-1)] as [TrackPoint, TrackPoint];
  const speed = (to - from) / (endedAt - startedAt);
  return Math.max(...track.map(([at, place]) => Math.abs(place - from - speed * (at - startedAt))));
}
