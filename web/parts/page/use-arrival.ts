// A message of the previous page for this one, such as that something was saved.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Undefined in the first render: the browser keeps it over a reload, which the server's page does not know. */
export function useArrival<State>(): State | undefined {
  const { state } = useLocation();
  const [arrived, setArrived] = useState<State>();
  useEffect(() => setArrived((state as State | null) ?? undefined), [state]);
  return arrived;
}
