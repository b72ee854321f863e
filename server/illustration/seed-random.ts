// A small seeded generator: the same seed draws the same picture on every machine.

export type Random = {
  next(): number;
  between(low: number, high: number): number;
  pick<Item>(list: readonly Item[]): Item;
};

export function seedRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}
