// Language and currency: plain forms that load the page anew with ?l= or ?c= (§2); the server sets the cookies.
import { IconCoins, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { languageNames, languageTags } from '../../../domain/languages.ts';
import { useRoot } from '../../root-data.ts';
import { useWords } from '../use-words.ts';

type SwitchProps = { name: 'l' | 'c'; Icon: typeof IconWorld; label: string; value: string; children: ReactNode };

function Switch({ name, Icon, label, value, children }: SwitchProps) {
  const { say } = useWords();
  const { pathname } = useLocation();
  return (
    <form
      action={pathname}
      className="flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm hover:bg-canvas has-focus-visible:outline-3"
    >
      <Icon aria-hidden="true" className="size-5 text-quiet" />
      <select
        name={name}
        defaultValue={value}
        aria-label={say(label)}
        onChange={(event) => {
          const next = new URL(location.href);
          next.searchParams.set(name, event.target.value);
          location.assign(next);
        }}
        className="max-w-30 cursor-pointer bg-surface font-medium outline-none"
      >
        {children}
      </select>
      <noscript>
        <button type="submit">OK</button>
      </noscript>
    </form>
  );
}

export function LanguageSwitch() {
  const { site, language } = useRoot();
  return (
    <Switch name="l" Icon={IconWorld} label="site.header.language" value={language}>
      {site?.languages.map((offered) => (
        <option key={offered} value={offered} lang={languageTags[offered]}>
          {languageNames[offered]}
        </option>
      ))}
    </Switch>
  );
}

export function CurrencySwitch() {
  const { site, currency } = useRoot();
  return (
    <Switch name="c" Icon={IconCoins} label="site.header.currency" value={currency}>
      {site?.currencies.map((offered) => (
        <option key={offered} value={offered}>
          {offered}
        </option>
      ))}
    </Switch>
  );
}
