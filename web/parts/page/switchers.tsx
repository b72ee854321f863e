// Language and currency: plain forms that load the page anew with ?l= or ?c= (§2); the server sets the cookies.
import { IconCoins, IconWorld } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { languageNames, languageTags } from '../../../domain/languages.ts';
import { useRoot } from '../../root-data.ts';
import { useWords } from '../use-words.ts';

type SwitchProps = {
  param: 'l' | 'c';
  Icon: typeof IconWorld;
  label: string;
  current: string;
  options: { value: string; text: string; lang?: string }[];
  width?: string;
};

function Switch({ param, Icon, label, current, options, width = '' }: SwitchProps) {
  const { pathname } = useLocation();
  const go = (value: string) => {
    const next = new URL(location.href);
    next.searchParams.set(param, value);
    location.assign(next);
  };
  return (
    <form
      action={pathname}
      className="flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm hover:bg-canvas has-focus-visible:outline-3"
    >
      <Icon aria-hidden="true" className="size-5 text-quiet" />
      <select
        name={param}
        defaultValue={current}
        aria-label={label}
        onChange={(event) => go(event.target.value)}
        className={`${width} cursor-pointer bg-surface font-medium outline-none`}
      >
        {options.map(({ value, text, lang }) => (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">OK</button>
      </noscript>
    </form>
  );
}

export function LanguageSwitch() {
  const { site, language } = useRoot();
  const { say } = useWords();
  const offered = site?.languages ?? [];
  const options = offered.map((value) => ({ value, text: languageNames[value], lang: languageTags[value] }));
  return (
    <Switch
      {...{
        param: 'l',
        Icon: IconWorld,
        label: say('site.header.language'),
        current: language,
        options,
        width: 'max-w-30',
      }}
    />
  );
}

export function CurrencySwitch() {
  const { site, currency } = useRoot();
  const { say } = useWords();
  const options = (site?.currencies ?? []).map((value) => ({ value, text: value }));
  return (
    <Switch {...{ param: 'c', Icon: IconCoins, label: say('site.header.currency'), current: currency, options }} />
  );
}
