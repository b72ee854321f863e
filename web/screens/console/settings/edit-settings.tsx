// The settings of the owner's shop (§3, rules §10): one form, saved as a whole.

import { send, visitor } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Route } from './+types/edit-settings';
import { SettingsContacts } from './settings-contacts.tsx';
import { judgeSettings, settingsDraftOf, settingsInput } from './settings-draft.ts';
import { SettingsLook, SettingsTexts } from './settings-look.tsx';
import { SettingsCurrencies, SettingsHosts, SettingsLanguages } from './settings-reach.tsx';
import { SettingsLimits, SettingsRules } from './settings-rules.tsx';

export async function loader() {
  return { settings: await load('consoleSettings', {}), here: new URL(visitor().origin).hostname };
}

export default function EditSettings({ loaderData: { settings, here } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { currency, revision } = settings;
  const form = useDraft({
    initial: settingsDraftOf(settings),
    revision,
    judge: (draft) => judgeSettings(draft, words, currency),
    save: (draft, seen) => send('consoleSettingsSave', settingsInput(draft, Number(seen), currency)),
    async read() {
      const newest = await send('consoleSettings', {});
      return { draft: settingsDraftOf(newest), revision: newest.revision };
    },
    saved: say('site.setting.saved'),
  });
  return (
    <>
      <PageHeading text={say('site.setting.title')} />
      <p className="mb-4 text-quiet">{settings.name}</p>
      <PageForm form={form}>
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <SettingsTexts form={form} />
          <SettingsLook form={form} />
        </div>
        <SettingsContacts form={form} />
        <SettingsHosts form={form} here={here} />
        <SettingsLanguages form={form} />
        <SettingsCurrencies form={form} ofOwner={currency} />
        <SettingsRules form={form} currency={currency} />
        <SettingsLimits form={form} defaults={settings.limitDefaults} />
      </PageForm>
    </>
  );
}
