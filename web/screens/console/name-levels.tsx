// The owner's price levels (rules §11): the name of each, the default for newly approved distributors, and how many places quotations of
// each may hold.

import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { levelNameLength, priceLevels } from '../../../domain/price-levels.ts';
import { send } from '../../call.ts';
import { PageForm } from '../../console-kit/edit-form.tsx';
import { FormSection } from '../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../console-kit/use-draft.ts';
import { load } from '../../load.ts';
import { readCount } from '../../parts/console/catalogue/read-figures.ts';
import { levelOptions, nameLevel } from '../../parts/console/name-level.ts';
import { ChoiceField, InputField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords, type Words } from '../../parts/use-words.ts';
import type { Route } from './+types/name-levels';

export const loader = () => load('consoleLevels', {});

export default function NameLevels({ loaderData: levels }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <>
      <PageHeading text={say('partner.level.title')} />
      <p className="mb-4 max-w-prose text-quiet">
        {say('partner.level.intro')}{' '}
        <Link to={consolePaths.partners()} className="text-brand underline">
          {say('partner.title')}
        </Link>
      </p>
      <LevelsForm levels={levels} />
    </>
  );
}

type Levels = OutputOf<'consoleLevels'>;

function LevelsForm({ levels }: { levels: Levels }) {
  const words = useWords();
  const { say } = words;
  const form = useDraft({
    initial: draftOf(levels),
    revision: levels.revision,
    judge: (draft) => judgeHolds(draft, words),
    save: ({ names, defaultLevel, quotePlaces, quoteHours }, revision) =>
      send('consoleLevelsSave', {
        ...{ names, defaultLevel, revision: Number(revision) },
        quotePlaces: quotePlaces.map(Number),
        quoteHours: quoteHours.map(Number),
      }),
    async read() {
      const newest = await send('consoleLevels', {});
      return { draft: draftOf(newest), revision: newest.revision };
    },
    saved: say('partner.level.saved'),
  });
  const { draft, fields, change } = form;
  const rename = (level: number, name: string) => {
    const names = draft.names.map((known, at) => (at === level ? name : known));
    change({ names }, `names.${level}`);
  };
  return (
    <PageForm form={form}>
      <FormSection title={say('partner.level.default')} hint={say('partner.level.defaultHint')}>
        <ChoiceField
          name="defaultLevel"
          className="sm:!w-auto"
          label={say('partner.level')}
          error={fields.defaultLevel}
          value={String(draft.defaultLevel)}
          options={levelOptions(words, draft.names, priceLevels)}
          onValue={(level) => change({ defaultLevel: Number(level) })}
        />
      </FormSection>
      <FormSection title={say('partner.level.names')} hint={say('partner.level.namesHint')}>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {priceLevels.map((level) => (
            <InputField
              key={level}
              name={`names.${level}`}
              label={say('editing.price.level', { level })}
              hint={say('partner.level.count', { count: levels.partners[level] ?? 0 })}
              error={fields[`names.${level}`]}
              maxLength={levelNameLength}
              value={draft.names[level]}
              placeholder={nameLevel(words, [], level)}
              onValue={(text) => rename(level, text)}
            />
          ))}
        </div>
      </FormSection>
      <HoldLimits form={form} />
    </PageForm>
  );
}

/** How many places the quotations of each level's partners may hold. Empty: none. */
function HoldLimits({ form: { draft, fields, change } }: { form: DraftForm<ReturnType<typeof draftOf>> }) {
  const words = useWords();
  const { say } = words;
  const set = (field: 'quotePlaces' | 'quoteHours', level: number, text: string) =>
    change({ [field]: draft[field].map((known, at) => (at === level ? text : known)) }, `${field}.${level}`);
  return (
    <FormSection title={say('partner.level.holds')} hint={say('partner.level.holdsHint')}>
      <div className="grid gap-4">
        {priceLevels.map((level) => (
          <fieldset key={level} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <legend className="mb-1 font-medium">{nameLevel(words, draft.names, level)}</legend>
            {(['quotePlaces', 'quoteHours'] as const).map((field) => (
              <InputField
                key={field}
                name={`${field}.${level}`}
                label={say(`partner.level.${field}`)}
                error={fields[`${field}.${level}`]}
                inputMode="numeric"
                maxLength={3}
                className="tabular-nums"
                value={draft[field][level]}
                onValue={(text) => set(field, level, text)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </FormSection>
  );
}

function judgeHolds(draft: ReturnType<typeof draftOf>, { say }: Words): Record<string, string> {
  const fields = ['quotePlaces', 'quoteHours'] as const;
  const wrong = fields.flatMap((field) =>
    draft[field].flatMap((text, level) =>
      readCount(text || '0', bounds[field]) === undefined
        ? [[`${field}.${level}`, say('ui.field.range', bounds[field])] as const]
        : [],
    ),
  );
  return Object.fromEntries(wrong);
}

const bounds = { quotePlaces: { min: 0, max: 999 }, quoteHours: { min: 0, max: 720 } };
const writeCount = (count: number) => (count ? String(count) : '');

const draftOf = ({ names, defaultLevel, quotePlaces, quoteHours }: Levels) => ({
  ...{ names, defaultLevel },
  quotePlaces: quotePlaces.map(writeCount),
  quoteHours: quoteHours.map(writeCount),
});
