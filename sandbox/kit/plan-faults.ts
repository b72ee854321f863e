// Planned faults: each changes the next `times` answers whose address contains `path`.

export type Fault<Mode extends string> = { mode: Mode; path: string; times: number };

/** The fault for a request, counted down; undefined when none is planned for it. */
export function takeFault<Mode extends string>(faults: Fault<Mode>[], path: string): Mode | undefined {
  const at = faults.findIndex((fault) => path.includes(fault.path));
  const fault = faults[at];
  if (!fault) return undefined;
  fault.times -= 1;
  if (fault.times <= 0) faults.splice(at, 1);
  return fault.mode;
}

/** Adds a fault; without a mode all that are planned are dropped. */
export function planFault<Mode extends string>(
  faults: Fault<Mode>[],
  { mode, path = '', times = 1 }: Partial<Fault<Mode>>,
) {
  if (mode) faults.push({ mode, path, times });
  else faults.length = 0;
}
