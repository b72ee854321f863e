// How long places are held: by default, per extension, and in total from the first request.
export const holdRules = { usualMinutes: 30, mostMinutes: 120, mostHours: 24 } as const;

export const minutesOf = (asked: number | null | undefined): number =>
  Math.min(asked ?? holdRules.usualMinutes, holdRules.mostMinutes);
