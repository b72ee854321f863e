// Lines of a log: gathered for a second and written together, so that no request waits for its own line.
import type { House, Owners } from '../db.ts';

/** Beyond this the database is away; further lines are given up before memory is. */
const mostWaiting = 10_000;

export function makeLineLog<Line>(insert: (house: House, lines: Line[]) => Promise<void>) {
  /** Of one process, by its database: `owners` of a context is another object than the round's. */
  const gathered = new WeakMap<House, Line[]>();

  function listOf({ house }: Owners): Line[] {
    const known = gathered.get(house) ?? [];
    gathered.set(house, known);
    return known;
  }

  return {
    note(owners: Owners, line: Line): void {
      const list = listOf(owners);
      if (list.length < mostWaiting) list.push(line);
    },
    async write(owners: Owners): Promise<void> {
      const list = listOf(owners).splice(0);
      if (!list.length) return;
      try {
        await insert(owners.house, list);
      } catch (error) {
        listOf(owners).unshift(...list);
        throw error;
      }
    },
  };
}
