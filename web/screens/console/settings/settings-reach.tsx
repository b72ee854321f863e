// The addresses and languages of a shop (§3 settings, rules §3): hostnames, languages and currencies offered (§9).
import { useState } from 'react';
import { type Currency, currencies } from '../../../../domain/currencies.ts';
import { languageNames, languages, languageTags } from '../../../../domain/languages.ts';
import { problemWith } from '../../../console-kit/merge-drafts.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { DialogFoot } from '../../../ui/dialog-foot.tsx';
import { Checkbox, LabelledField, TextInput } from '../../../ui/field.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import { hostOf, type SettingsPart } from './settings-draft.ts';

/** Enter in an auxiliary field must not save the whole form. */
function onEnter(act: () => void) {
  return (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
}

export function SettingsHosts({ form, here }: SettingsPart & { here: string }) {
  const { say } = useWords();
  const { draft, fields, change } = form;
  const hosts = Object.entries(draft.hostnames);
  const remove = (leaving: string) =>
    change({ hostnames: Object.fromEntries(hosts.filter(([host]) => host !== leaving)) });
  return (
    <FormSection
      title={say('site.setting.hosts')}
      hint={say('site.setting.hostsHint')}
      problem={problemWith(fields, 'hostnames')}
    >
      <ul className="divide-y divide-line rounded-lg border border-line">
        {hosts.map(([host, customerService]) => (
          <li key={host} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <span className="flex min-w-48 grow flex-wrap items-center gap-2 font-medium break-all">
              {host}
              {host === here && <Badge tone="brand">{say('site.setting.hostHere')}</Badge>}
            </span>
            <Checkbox
              label={say('site.setting.hostService')}
              checked={customerService}
              aria-label={`${say('site.setting.hostService')}: ${host}`}
              onValue={(on) => change({ hostnames: { ...draft.hostnames, [host]: on } })}
            />
            {host !== here && hosts.length > 1 && (
              <DialogButton
                variant="quiet"
                size="sm"
                aria-label={say('catalog.search.remove', { filter: host })}
                text={say('site.setting.remove')}
                title={say('site.setting.removeHostTitle', { host })}
              >
                {(close) => (
                  <div className="grid gap-4">
                    <p>{say('site.setting.removeHostText')}</p>
                    <DialogFoot
                      danger
                      act={say('site.setting.remove')}
                      busy={false}
                      onAct={() => remove(host)}
                      onClose={close}
                    />
                  </div>
                )}
              </DialogButton>
            )}
          </li>
        ))}
      </ul>
      <NewHost form={form} />
    </FormSection>
  );
}

function NewHost({ form: { draft, fields, change } }: SettingsPart) {
  const { say } = useWords();
  const [problem, setProblem] = useState('');
  const add = () => {
    const host = hostOf(draft.newHost);
    if (!host) return setProblem(say('site.setting.hostFormat'));
    if (host in draft.hostnames) return setProblem(say('site.setting.hostListed'));
    if (Object.keys(draft.hostnames).length >= 20) return setProblem(say('site.setting.hostMost', { most: 20 }));
    setProblem('');
    change({ hostnames: { ...draft.hostnames, [host]: false } });
    change({ newHost: '' });
  };
  return (
    <LabelledField label={say('site.setting.newHost')} error={problem || fields.newHost}>
      {(ids) => (
        <div className="flex gap-2">
          <TextInput
            ids={ids}
            className="min-w-0 grow sm:max-w-sm"
            value={draft.newHost}
            maxLength={260}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="shop.example.com"
            onChange={(event) => {
              setProblem('');
              change({ newHost: event.target.value });
            }}
            onKeyDown={onEnter(add)}
          />
          <Button variant="outline" onClick={add}>
            {say('site.setting.addHost')}
          </Button>
        </div>
      )}
    </LabelledField>
  );
}

/** The keys are the chosen values. */
function toggled<Name extends string>(chosen: Partial<Record<Name, true>>, name: Name, on: boolean) {
  const { [name]: _, ...others } = chosen;
  return (on ? { ...others, [name]: true } : others) as Partial<Record<Name, true>>;
}

export function SettingsLanguages({ form: { draft, fields, change } }: SettingsPart) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.setting.languages')} problem={problemWith(fields, 'languages')}>
      <fieldset className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-4">
        <legend className="sr">{say('site.setting.languages')}</legend>
        {languages.map((language) => (
          <Checkbox
            key={language}
            label={<span lang={languageTags[language]}>{languageNames[language]}</span>}
            checked={draft.languages[language] ?? false}
            onValue={(on) => change({ languages: toggled(draft.languages, language, on) })}
          />
        ))}
      </fieldset>
    </FormSection>
  );
}

export function SettingsCurrencies({ form: { draft, fields, change }, ofOwner }: SettingsPart & { ofOwner: Currency }) {
  const { say, locale } = useWords();
  const [query, setQuery] = useState('');
  const names = new Intl.DisplayNames([locale], { type: 'currency' });
  const wanted = query.trim().toLocaleLowerCase(locale);
  const found = currencies
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .filter(({ code, name }) => `${code} ${name}`.toLocaleLowerCase(locale).includes(wanted));
  const count = currencies.filter((currency) => draft.currencies[currency]).length;
  return (
    <FormSection
      title={say('site.setting.currencies')}
      hint={[
        say('site.setting.currencyOwn', { currency: ofOwner }),
        say('site.setting.currencyRates', { rates: say('site.rate.title') }),
      ].join(' ')}
      problem={problemWith(fields, 'currencies')}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TextInput
          type="search"
          className="sm:max-w-sm"
          value={query}
          aria-label={say('site.setting.currencySearch')}
          placeholder={say('site.setting.currencySearch')}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onEnter(() => undefined)}
        />
        <output className="text-sm text-quiet">{say('site.setting.chosen', { count })}</output>
      </div>
      <fieldset className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        <legend className="sr">{say('site.setting.currencies')}</legend>
        {found.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={
              <>
                <span className="font-medium tabular-nums">{code}</span> <span className="text-quiet">{name}</span>
              </>
            }
            checked={code === ofOwner || (draft.currencies[code] ?? false)}
            disabled={code === ofOwner}
            onValue={(on) => change({ currencies: toggled(draft.currencies, code, on) })}
          />
        ))}
      </fieldset>
      {found.length === 0 && <p className="text-quiet">{say('catalog.search.none')}</p>}
    </FormSection>
  );
}
