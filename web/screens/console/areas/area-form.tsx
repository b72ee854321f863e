// One pick-up area: drawn on the map or typed as a list of positions, named in the site's languages.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { judgeRing, ringPoints } from '../../../../domain/areas.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { type Language, languageNames, languageTags, type Text } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActProblem } from '../../../console-kit/act-dialog.tsx';
import { InputField } from '../../../console-kit/form-fields.tsx';
import { LeaveGuard, Section } from '../../../parts/console/settings-frame.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import type { Draft } from '../../../parts/map/range-map.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { AreaPoints } from './area-points.tsx';

export type Area = OutputOf<'consoleAreas'>['list'][number];

type AreaFormProps = {
  /** Nobody's: a new area. */
  area: Area | undefined;
  others: { id: string; name: string; ring: Area['ring'] }[];
  /** It was deleted: nothing is left to save. */
  gone: boolean;
  onDelete(): void;
};

export function AreaForm({ area, others, gone, onDelete }: AreaFormProps) {
  const { say } = useWords();
  const form = useArea(area);
  return (
    <form onSubmit={form.save} noValidate className="grid gap-4">
      <Section title={say('places.area.outline')} hint={say('places.area.outlineHint')}>
        <AreaPoints
          draft={form.draft}
          onDraft={form.setDraft}
          onWrong={form.setWrongLine}
          others={others}
          problem={form.problems.ring}
        />
      </Section>
      <Section title={say('places.area.names')} hint={say('places.area.namesHint')}>
        <AreaNames names={form.names} problems={form.problems} onChange={form.setNames} />
      </Section>
      {form.callError && <ActProblem text={form.callError.text} code={form.callError.code} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.busy}>
          {say('site.setting.save')}
        </Button>
        {area && (
          <Button variant="danger" className="ml-auto" onClick={onDelete}>
            {say('places.area.delete')}
          </Button>
        )}
      </div>
      {area && area.products > 0 && <Notice title={say('places.area.used', { count: area.products })} />}
      <LeaveGuard dirty={form.dirty && !gone} />
    </form>
  );
}

type Problems = Record<string, string>;

function judgeArea({ say }: Words, ring: Area['ring'], names: Text, wrongLine: number): Problems {
  const wrong: Problems = {};
  const problem = judgeRing(ring);
  if (problem) wrong.ring = say(`ui.field.${problem}`, { min: ringPoints.least, max: ringPoints.most });
  if (wrongLine) wrong.ring = say('places.area.lineWrong', { line: wrongLine });
  if (!names.en?.trim()) wrong['names.en'] = say('ui.field.required');
  return wrong;
}

function useArea(area: Area | undefined) {
  const words = useWords();
  const navigate = useNavigate();
  const [base, setBase] = useState({ ring: area?.ring ?? [], names: (area?.names ?? {}) as Text });
  const [draft, setDraft] = useState<Draft>({ ring: base.ring, chosen: null });
  const [names, setNames] = useState<Text>(base.names);
  const [wrongLine, setWrongLine] = useState(0);
  const [problems, setProblems] = useState<Problems>({});
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const dirty = JSON.stringify({ ring: draft.ring, names }) !== JSON.stringify(base);
  const refuse = (wrong: Problems) => {
    setProblems(wrong);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    setCallError(undefined);
    const wrong = judgeArea(words, draft.ring, names, wrongLine);
    refuse(wrong);
    if (Object.keys(wrong).length) return;
    setBusy(true);
    try {
      const known = area && { id: area.id, revision: area.revision };
      await send('consoleAreaSave', { ...known, names, ring: draft.ring });
      // Nothing is unsaved any more when the page is left.
      flushSync(() => setBase({ ring: draft.ring, names }));
      await navigate(consolePaths.areas(), { state: { saved: names.en } });
    } catch (error) {
      const failure = describeError(error, words);
      setCallError(failure);
      refuse(failure.fields);
    }
    setBusy(false);
  };
  return {
    draft,
    names,
    problems,
    callError,
    busy,
    dirty,
    save,
    setWrongLine,
    setDraft(next: Draft) {
      setDraft(next);
      setWrongLine(0);
      setProblems(({ ring: _, ...rest }) => rest);
    },
    setNames(next: Text) {
      setNames(next);
      setProblems(({ 'names.en': _, ...rest }) => rest);
    },
  };
}

type AreaNamesProps = { names: Text; problems: Problems; onChange(names: Text): void };

/** English first, because languages without a name use it. */
function AreaNames({ names, problems, onChange }: AreaNamesProps) {
  const { site } = useRoot();
  const list = [...new Set<Language>(['en', ...(site?.languages ?? [])])];
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {list.map((language) => (
        <InputField
          key={language}
          label={<span lang={languageTags[language]}>{languageNames[language]}</span>}
          error={problems[`names.${language}`]}
          required={language === 'en'}
          name={`names.${language}`}
          lang={languageTags[language]}
          maxLength={200}
          value={names[language] ?? ''}
          placeholder={language === 'en' ? undefined : names.en}
          onText={(text) => {
            const { [language]: _, ...rest } = names;
            onChange(text ? { ...rest, [language]: text } : rest);
          }}
        />
      ))}
    </div>
  );
}
