// The last step of setting up an owner (decision 0315): missing data, the button that opens the shop, and the button that gives it up.
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { findMissingSteps, setupSteps } from '../../../../domain/owner-setup.ts';
import { send } from '../../../call.ts';
import { ActionButton, ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { nameStep } from './name-step.ts';
import type { Setup, SetupPart } from './setup-draft.ts';

export function OpenStep({ setup }: SetupPart) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const action = useAction();
  const missing = findMissingSteps(setup.steps);
  const { names, reach, admin } = setup.steps;
  const [cell, setCell] = useState(setup.cells[0]?.name);
  const open = () =>
    void action.run(
      async () => send('houseSetupOpen', { id: setup.id, revision: setup.revision, ...(cell && { cell }) }),
      {
        onDone: ({ id }) => navigate(consolePaths.owner(id), { state: { opened: true } }),
        reloads: false,
      },
    );
  // Problems are named by step and field: the page links to the step.
  const wrong = setupSteps.filter((step) => Object.keys(action.fields).some((name) => name.split('.')[0] === step));
  return (
    <TitledCard className="grid gap-4" title={say('house.step.open')}>
      {missing.length > 0 ? (
        <StepLinks setup={setup} title={say('house.missing')} steps={missing.map((step) => ({ step }))} />
      ) : (
        <p className="max-w-prose">
          {say(setup.sendsMails ? 'house.openText' : 'house.openAt', {
            name: names?.name ?? '',
            address: reach?.hostnames[0] ?? '',
            email: admin?.email ?? '',
          })}
        </p>
      )}
      {!setup.sendsMails && <Notice tone="warn" title={say('house.noMailServer')} />}
      {cell !== undefined && <CellField setup={setup} value={cell} onValue={setCell} error={action.fields.cell} />}
      {wrong.length > 0 ? (
        <StepLinks
          setup={setup}
          title={say('house.wrong')}
          steps={wrong.map((step) => ({
            step,
            text: Object.entries(action.fields).find(([name]) => name.split('.')[0] === step)?.[1],
          }))}
        />
      ) : (
        action.error && <ActionProblem text={action.error.text} code={action.error.code} />
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <Delete setup={setup} />
        <Button busy={action.busy !== undefined} disabled={missing.length > 0} onClick={open}>
          {say('house.openAct')}
        </Button>
      </div>
    </TitledCard>
  );
}

type CellProps = SetupPart & { value: string; onValue(cell: string): void; error: string | undefined };

/** If there are several database clusters (decision 0580). */
function CellField({ setup, ...field }: CellProps) {
  const { say } = useWords();
  const options = setup.cells.map(
    ({ name, owners }) => [name, say('house.cellOption', { name, count: owners })] as const,
  );
  return <ChoiceField {...field} label={say('house.cell')} hint={say('house.cellHint')} options={options} />;
}

type Links = { setup: Setup; title: string; steps: { step: (typeof setupSteps)[number]; text?: string | undefined }[] };

function StepLinks({ setup, title, steps }: Links) {
  const words = useWords();
  return (
    <Notice tone="warn" title={title}>
      <ul className="grid gap-x-4">
        {steps.map(({ step, text }) => (
          <li key={step} className="flex flex-wrap items-center gap-x-2">
            <Link
              to={consolePaths.setupOwner(setup.id, { step })}
              className="inline-flex min-h-11 items-center underline"
            >
              {nameStep(words, step)}
            </Link>
            {text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Delete({ setup }: SetupPart) {
  const { say } = useWords();
  const navigate = useNavigate();
  const name = setup.steps.names?.name ?? '';
  return (
    <ActionButton
      variant="outline"
      title={say('house.deleteTitle', { name })}
      act={say('house.delete')}
      danger
      work={async () => {
        await send('houseSetupDelete', { id: setup.id });
        await navigate(consolePaths.owners(), { state: { deleted: name } });
      }}
    >
      <p>{say('house.deleteText')}</p>
    </ActionButton>
  );
}
