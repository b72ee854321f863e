// The country of a visitor's address (§7 ip/get2Words) as the default of a form. Visitors share cached pages, so the browser
// requests it once the form is there.
import { useEffect, useRef } from 'react';
import { areaCodes } from '../../../domain/area-codes.ts';
import { send } from '../../call.ts';

let pending: Promise<string> | undefined;

function askCountry(): Promise<string> {
  pending ??= send('ipCountry', {}).then(
    ({ country }) => country,
    () => '',
  );
  return pending;
}

/** Calls `fill` once, with the country and its telephone code, if the country is known and `wanted` is still true. */
export function useLocalCountry(wanted: boolean, fill: (country: string, areaCode: string) => void): void {
  const latest = useRef({ wanted, fill });
  latest.current = { wanted, fill };
  useEffect(() => {
    let left = false;
    if (latest.current.wanted)
      void askCountry().then((country) => {
        const code = areaCodes.find((one) => one.country === country)?.code;
        if (code && !left && latest.current.wanted) latest.current.fill(country, code);
      });
    return () => {
      left = true;
    };
  }, []);
}
