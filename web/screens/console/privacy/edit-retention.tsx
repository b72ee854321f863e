// How long the owner stores personal data (decision 0496), and the last runs of the job that deletes it.
import type { OutputOf } from '../../../../contract/index.ts';
import { retentionNames, retentionTerms } from '../../../../domain/privacy/retention.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { readCount } from '../../../parts/console/catalogue/read-figures.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import type { Words } from '../../../parts/use-words.ts';
import type { Route } from './+types/edit-retention';

export const loader = () => load('consoleRetention', {});

export default function EditRetention({ loaderData: retention }: Route.ComponentProps) {
  const words = useListWords(retention.zone);
  const { say, at } = words;
  const form = useDraft({
    initial: draftOf(retention),
    revision: retention.revision,
    judge: (draft) => judgeTerms(draft, words),
    save: (draft, revision) => send('consoleRetentionSave', { terms: termsOf(draft), revision: Number(revision) }),
    async read() {
      const newest = await send('consoleRetention', {});
      return { draft: draftOf(newest), revision: newest.revision };
    },
    saved: say('site.setting.saved'),
  });
  const ranOf = (name: string) => {
    const run = retention.runs.find(({ kind }) => kind === name);
    return run ? say('privacy.ran', { date: at(run.at), count: run.count, total: run.total }) : say('privacy.neverRan');
  };
  return (
    <>
      <PageHeading text={say('privacy.retention')} />
      <p className="mb-4 max-w-prose text-quiet">{say('privacy.retentionIntro')}</p>
      <PageForm form={form}>
        <FormSection title={say('privacy.title')}>
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {retentionNames.map((name) => (
              <InputField
                key={name}
                {...form.field(name)}
                label={say(`privacy.term.${name}`)}
                hint={ranOf(name)}
                inputMode="numeric"
                maxLength={4}
                className="tabular-nums"
              />
            ))}
          </div>
        </FormSection>
      </PageForm>
    </>
  );
}

type Terms = OutputOf<'consoleRetention'>['terms'];
type Draft = Record<keyof Terms, string>;

const draftOf = ({ terms }: { terms: Terms }) =>
  Object.fromEntries(retentionNames.map((name) => [name, String(terms[name])])) as Draft;

const termsOf = (draft: Draft) =>
  Object.fromEntries(retentionNames.map((name) => [name, Number(draft[name].trim())])) as Terms;

function judgeTerms(draft: Draft, { say }: Words): Record<string, string> {
  const wrong = retentionNames.flatMap((name) => {
    const bounds = { min: retentionTerms[name].least, max: retentionTerms[name].most };
    return readCount(draft[name], bounds) === undefined ? [[name, say('ui.field.range', bounds)]] : [];
  });
  return Object.fromEntries(wrong);
}
