// How long places are held: unless said otherwise, in one step, and in all from the first request on.
export const holdRules = { usualMinutes: 30, mostMinutes: 120, mostHours: 24 } as const;

export const minutesOf = (asked: number | null | undefined): number =>
  Math.min(asked ?? holdRules.usualMinutes, holdRules.mostMinutes);
