// Moves the piece of a slider puzzle as a hand does, and takes as long.

type Moved = { x: number; track: [number, number][] };

/** A track that ends at `x`: slow, fast, slow. Resolves once it could have happened. */
export async function slideTo(x: number): Promise<Moved> {
  const shares = [0, 0.02, 0.1, 0.28, 0.52, 0.74, 0.88, 0.95, 0.98, 1];
  const track = shares.map((share, at): [number, number] => [20 + at * 30 + (at % 3) * 3, Math.round(x * share)]);
  await new Promise((resolve) => setTimeout(resolve, 120));
  return { x, track };
}
