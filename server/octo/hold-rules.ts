// How long places are held: by default, per extension, and in total from the first request.
export const holdRules = { usualMinutes: 30, mostMinutes: 120, mostHours: 24 } as const;

export const minutesOf = (minutes: number | null | undefined): number =>
  Math.min(minutes ?? holdRules.usualMinutes, holdRules.mostMinutes);
