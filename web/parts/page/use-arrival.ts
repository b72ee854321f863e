// What the page before said of the way here, such as that something is saved.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Undefined on the first drawing: the browser remembers it over a reload, which the server's page does not know. */
export function useArrival<State>(): State | undefined {
  const { state } = useLocation();
  const [arrived, setArrived] = useState<State>();
  useEffect(() => setArrived((state as State | null) ?? undefined), [state]);
  return arrived;
}
