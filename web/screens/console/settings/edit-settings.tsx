// The settings of the owner's shop (§3, rules §10): one form, saved as a whole. When somebody else saved meanwhile, the newest
// is laid under what was typed here.

import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import { send, visitor } from '../../../call.ts';
import { load } from '../../../load.ts';
import {
  type Draft,
  draftOf,
  inputOf,
  judgeDraft,
  mergeDrafts,
  type Problems,
  type Settings,
  sameDraft,
  without,
} from '../../../parts/console/settings-draft.ts';
import { LeaveGuard, SaveBar } from '../../../parts/console/settings-frame.tsx';
import { SettingsLook, SettingsTexts } from '../../../parts/console/settings-look.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-settings';
import { SettingsContacts } from './settings-contacts.tsx';
import { SettingsCurrencies, SettingsHosts, SettingsLanguages } from './settings-reach.tsx';
import { SettingsLimits, SettingsRules } from './settings-rules.tsx';

export async function loader() {
  return { settings: await load('consoleSettings', {}), here: new URL(visitor().origin).hostname };
}

export default function EditSettings({ loaderData: { settings, here } }: Route.ComponentProps) {
  const { say } = useWords();
  const form = useSettings(settings);
  const part = { draft: form.draft, problems: form.problems, change: form.change };
  return (
    <>
      <PageHeading text={say('site.setting.title')} />
      <p className="mb-4 text-quiet">{settings.name}</p>
      <form ref={form.ref} onSubmit={form.save} noValidate className="grid gap-4 [&_:focus]:scroll-mb-32">
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <SettingsTexts {...part} />
          <SettingsLook {...part} />
        </div>
        <SettingsContacts {...part} />
        <SettingsHosts {...part} here={here} />
        <SettingsLanguages {...part} />
        <SettingsCurrencies {...part} own={settings.currency} />
        <SettingsRules {...part} currency={settings.currency} />
        <SettingsLimits {...part} defaults={settings.limitDefaults} />
        <SaveBar busy={form.busy === 'save'} dirty={form.dirty}>
          {form.callError && (
            <Notice tone="bad" title={form.callError.text}>
              {form.callError.code === refusals.changedMeanwhile && (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-2"
                  busy={form.busy === 'reload'}
                  onClick={form.reload}
                >
                  {say('site.setting.reload')}
                </Button>
              )}
            </Notice>
          )}
          {form.news && (
            <Notice tone={form.news === 'saved' ? 'good' : 'info'} title={say(`site.setting.${form.news}`)} />
          )}
        </SaveBar>
      </form>
      <LeaveGuard dirty={form.dirty} />
    </>
  );
}

function useSettings(given: Settings) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const ref = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(() => draftOf(given));
  const [draft, setDraft] = useState(base);
  const [revision, setRevision] = useState(given.revision);
  const [problems, setProblems] = useState<Problems>({});
  const [callError, setCallError] = useState<CallError>();
  const [news, setNews] = useState<'saved' | 'merged'>();
  const [busy, setBusy] = useState<'save' | 'reload'>();
  const change = <Field extends keyof Draft>(field: Field, value: Draft[Field]) => {
    setDraft((known) => ({ ...known, [field]: value }));
    setProblems((known) => without(without(known, field), field === 'onlineServices' ? 'service' : field));
    setNews(undefined);
  };
  const refuse = (failure: CallError) =>
    showAndFocus(ref.current, () => {
      setCallError(failure);
      setProblems(failure.fields);
    });
  const run = async (what: 'save' | 'reload', work: () => Promise<void>) => {
    setCallError(undefined);
    setNews(undefined);
    setBusy(what);
    try {
      await work();
    } catch (error) {
      refuse(describeError(error, words));
    }
    setBusy(undefined);
  };
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    const fields = judgeDraft(draft, words, given.currency);
    if (Object.keys(fields).length) return refuse({ text: words.say('refusal.invalidInput'), fields, code: 0 });
    return run('save', async () => {
      const answer = await send('consoleSettingsSave', inputOf(draft, revision, given.currency));
      setRevision(answer.revision);
      setBase(draft);
      setNews('saved');
      await revalidate();
    });
  };
  const reload = () =>
    run('reload', async () => {
      const newest = await send('consoleSettings', {});
      const kept = draftOf(newest);
      setDraft((mine) => mergeDrafts(base, mine, kept));
      setBase(kept);
      setRevision(newest.revision);
      setNews('merged');
    });
  return { ref, draft, problems, callError, news, busy, change, save, reload, dirty: !sameDraft(draft, base) };
}
