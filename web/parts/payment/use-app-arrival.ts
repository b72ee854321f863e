// The return from WeChat's page, which identified the payer: the code and our state are used once, and are removed from the page's
// address before that, so that going back and reloading do not use them twice.
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

export type AppEntry = { code: string; state: string };

/** `clean` is the page's address without them. Without an entry, WeChat returned no code: the payer declined. */
export function useAppArrival(clean: string, arrive: (entry: AppEntry | undefined) => void): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const come = useRef(false);
  useEffect(() => {
    if (come.current) return;
    come.current = true;
    const [code, state] = [params.get('code'), params.get('state')];
    if (!state) return;
    navigate(clean, { replace: true });
    arrive(code ? { code, state } : undefined);
  }, [params, clean, arrive, navigate]);
}
