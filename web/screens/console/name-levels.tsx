// The owner's price levels (rules §11): what each is called and which one newly approved distributors get.

import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { levelNameLength, priceLevels } from '../../../domain/price-levels.ts';
import { send } from '../../call.ts';
import { ActResult } from '../../console-kit/act-dialog.tsx';
import { ChoiceField, InputField } from '../../console-kit/form-fields.tsx';
import { useAct } from '../../console-kit/use-act.ts';
import { load } from '../../load.ts';
import { levelOptions, nameLevel } from '../../parts/console/name-level.ts';
import { LeaveGuard, SaveBar, Section } from '../../parts/console/settings-frame.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
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
  const [names, setNames] = useState(levels.names);
  const [defaultLevel, setDefaultLevel] = useState(levels.defaultLevel);
  const act = useAct();
  const dirty = defaultLevel !== levels.defaultLevel || names.some((name, level) => name !== levels.names[level]);
  const save = act.submit(() => send('consoleLevelsSave', { names, defaultLevel, revision: levels.revision }), {
    done: say('partner.level.saved'),
  });
  const rename = (level: number, name: string) => {
    setNames(names.map((one, at) => (at === level ? name : one)));
    act.clear([`names.${level}`]);
  };
  return (
    <form ref={act.ref} noValidate onSubmit={save} className="grid gap-4 [&_:focus]:scroll-mb-32">
      <Section title={say('partner.level.default')} hint={say('partner.level.defaultHint')}>
        <ChoiceField
          name="defaultLevel"
          className="sm:!w-auto"
          label={say('partner.level')}
          error={act.fields.defaultLevel}
          value={defaultLevel}
          options={levelOptions(words, names, priceLevels)}
          onPick={(one) => setDefaultLevel(Number(one))}
        />
      </Section>
      <Section title={say('partner.level.names')} hint={say('partner.level.namesHint')}>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {priceLevels.map((level) => (
            <InputField
              key={level}
              name={`names.${level}`}
              label={say('editing.price.level', { level })}
              hint={say('partner.level.count', { count: levels.partners[level] ?? 0 })}
              error={act.fields[`names.${level}`]}
              maxLength={levelNameLength}
              value={names[level]}
              placeholder={nameLevel(words, [], level)}
              onText={(text) => rename(level, text)}
            />
          ))}
        </div>
      </Section>
      <SaveBar busy={act.busy !== undefined} dirty={dirty}>
        <ActResult act={act} />
      </SaveBar>
      <LeaveGuard dirty={dirty && act.busy === undefined} />
    </form>
  );
}
