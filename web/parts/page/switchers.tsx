// Language and currency: plain forms that reload the page with ?l= or ?c= (§2); the server sets the cookies. The code for a choice
// is part of the page itself (web/start-scripts.ts), so that it works before the scripts have loaded.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { languageNames, languageTags } from '../../../domain/languages.ts';
import { useRoot } from '../../root-data.ts';
import { useWords } from '../use-words.ts';

type SwitchProps = { name: 'l' | 'c'; icon: string; label: string; value: string; children: ReactNode };

function Switch({ name, icon, label, value, children }: SwitchProps) {
  const { say } = useWords();
  const { pathname } = useLocation();
  return (
    <form action={pathname} className={`header-switch icon icon-5 ${icon}`}>
      <select name={name} defaultValue={value} aria-label={say(label)}>
        {children}
      </select>
      <noscript>
        <button type="submit">OK</button>
      </noscript>
    </form>
  );
}

/** A header on a phone has room for little more than its icon; elsewhere the language is `named`. */
export function LanguageSwitch({ named = false }: { named?: boolean }) {
  const { switchable, language } = useRoot();
  const icon = named ? 'icon-world' : 'icon-world header-icon-only';
  return (
    <Switch name="l" icon={icon} label="site.header.language" value={language}>
      {switchable.map((offered) => (
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
    <Switch name="c" icon="icon-coins max-sm:before:hidden" label="site.header.currency" value={currency}>
      {site?.currencies.map((offered) => (
        <option key={offered}>{offered}</option>
      ))}
    </Switch>
  );
}
