// Language and currency belong to the visitor, not to a page: a choice in one tab applies to all tabs (§2).
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { currencyCookie } from '../domain/currencies.ts';
import { languageCookie } from '../domain/languages.ts';

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((item) => item.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

/** Whether this document has another language or currency than the visitor chose last. */
export function isChosenElsewhere(): boolean {
  const { language, currency } = document.documentElement.dataset;
  const differs = (name: string, shown: string | undefined) => (readCookie(name) ?? shown) !== shown;
  return differs(languageCookie.name, language) || differs(currencyCookie.name, currency);
}

/** Pages that the browser stored for "back" are updated when they are shown again. */
export function useReloadAfterChoice(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = (event: PageTransitionEvent) => {
      if (event.persisted && isChosenElsewhere()) void revalidate();
    };
    addEventListener('pageshow', refresh);
    return () => removeEventListener('pageshow', refresh);
  }, [revalidate]);
}
