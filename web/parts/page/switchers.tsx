// Language and currency: plain forms that load the page anew with ?l= or ?c= (§2); the server sets the cookies.
import { IconCoins, IconWorld } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { languageNames, languageTags } from '../../../domain/languages.ts';
import { useRoot } from '../../root-data.ts';
import { useWords } from '../use-words.ts';

function go(name: 'l' | 'c', value: string) {
  const next = new URL(location.href);
  next.searchParams.set(name, value);
  location.assign(next);
}

const look = 'flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm hover:bg-canvas has-focus-visible:outline-3';

export function LanguageSwitch() {
  const { site, language } = useRoot();
  const { say } = useWords();
  const { pathname } = useLocation();
  return (
    <form action={pathname} className={look}>
      <IconWorld aria-hidden="true" className="size-5 text-quiet" />
      <select
        name="l"
        defaultValue={language}
        aria-label={say('site.header.language')}
        onChange={(event) => go('l', event.target.value)}
        className="max-w-30 cursor-pointer bg-surface font-medium outline-none"
      >
        {site?.languages.map((one) => (
          <option key={one} value={one} lang={languageTags[one]}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">OK</button>
      </noscript>
    </form>
  );
}

export function CurrencySwitch() {
  const { site, currency } = useRoot();
  const { say } = useWords();
  const { pathname } = useLocation();
  return (
    <form action={pathname} className={look}>
      <IconCoins aria-hidden="true" className="size-5 text-quiet" />
      <select
        name="c"
        defaultValue={currency}
        aria-label={say('site.header.currency')}
        onChange={(event) => go('c', event.target.value)}
        className="cursor-pointer bg-surface font-medium outline-none"
      >
        {site?.currencies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">OK</button>
      </noscript>
    </form>
  );
}
