// One pick-up area: drawn on the map or typed as a list of positions, named in the site's languages.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { judgeRing, ringPoints } from '../../../../domain/areas.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import type { Language, Text } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, newestOf, seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { judgeEnglish } from '../../../parts/console/judge-english.ts';
import { NameFields } from '../../../parts/console/name-fields.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { AreaPoints } from './area-points.tsx';

export type Area = OutputOf<'consoleAreas'>['list'][number];
type AreaDraft = { ring: Area['ring']; names: Text };

type AreaFormProps = {
  /** Undefined for a new area. */
  area: Area | undefined;
  others: { id: string; name: string; ring: Area['ring'] }[];
  /** It was deleted: there is nothing to save. */
  gone: boolean;
  onDelete(): void;
};

export function AreaForm({ area, others, gone, onDelete }: AreaFormProps) {
  const words = useWords();
  const { say } = words;
  const [chosen, setChosen] = useState<number | null>(null);
  const [wrongLine, setWrongLine] = useState(0);
  const initial: AreaDraft = { ring: area?.ring ?? [], names: area?.names ?? {} };
  const form = useDraft({
    initial,
    revision: area?.revision ?? 0,
    judge: (draft) => judgeArea(words, draft, wrongLine),
    save: (draft, revision) => send('consoleAreaSave', { ...seenOf(area, revision), ...draft }),
    read: async () => {
      const { ring, names, revision } = newestOf(await send('consoleAreas', {}), area?.id ?? '');
      return { draft: { ring, names }, revision };
    },
    merged: say('editing.result.merged'),
    leaveTo: ({ id }) => consolePaths.areas({ saved: id }),
  });
  const remove = area && (
    <Button variant="danger" onClick={onDelete}>
      {say('places.area.delete')}
    </Button>
  );
  return (
    <PageForm form={form} gone={gone} actions={remove}>
      <FormSection title={say('places.area.outline')} hint={say('places.area.outlineHint')}>
        <AreaPoints
          draft={{ ring: form.draft.ring, chosen }}
          onDraft={(next) => {
            setChosen(next.chosen);
            setWrongLine(0);
            form.change({ ring: next.ring });
          }}
          onWrong={setWrongLine}
          others={others}
          problem={form.fields.ring}
        />
      </FormSection>
      <FormSection title={say('places.area.names')} hint={say('places.area.namesHint')}>
        <AreaNames form={form} />
      </FormSection>
      {area && area.products > 0 && <Notice title={say('places.area.used', { count: area.products })} />}
    </PageForm>
  );
}

function judgeArea(words: Words, { ring, names }: AreaDraft, wrongLine: number) {
  const { say } = words;
  const problem = judgeRing(ring);
  const wrong = problem && say(`ui.field.${problem}`, { min: ringPoints.least, max: ringPoints.most });
  return {
    ring: wrongLine ? say('places.area.lineWrong', { line: wrongLine }) : wrong,
    'names.en': judgeEnglish(words, names),
  };
}

function AreaNames({ form: { draft, fields, change } }: { form: DraftForm<AreaDraft> }) {
  const { site } = useRoot();
  return (
    <NameFields
      languages={[...new Set<Language>(['en', ...(site?.languages ?? [])])]}
      names={draft.names}
      problems={fields}
      most={200}
      onChange={(names, language) => change({ names }, `names.${language}`)}
    />
  );
}
