// Setting up an owner (decision 0315): one step after another, each saved separately, so that it can be continued later.
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { setupSteps } from '../../../../domain/owner-setup.ts';
import { listTimeZones } from '../../../../domain/time-zones.ts';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { load } from '../../../load.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/set-up-owner';
import { AdminStep, AgreementStep, NamesStep, ReachStep, TransferStep } from './fill-steps.tsx';
import { nameStep } from './name-step.ts';
import { OpenStep } from './open-step.tsx';
import { type Setup, type ShownStep, shownSteps } from './setup-draft.ts';

export async function loader({ params, request }: Route.LoaderArgs) {
  const setup: Setup =
    params.id === 'new'
      ? { id: '', revision: 0, steps: {}, openedAs: null, begunBy: '', cells: [], sendsMails: true }
      : await load('houseSetup', { id: params.id });
  const wantedStep = new URL(request.url).searchParams.get('step');
  const first = setupSteps.find((step) => !setup.steps[step]) ?? 'open';
  // Nothing can be added before the first step is saved.
  const step = setup.id ? (shownSteps.find((each) => each === wantedStep) ?? first) : 'names';
  return { setup, step, zones: listTimeZones() };
}

export default function SetUpOwner({ loaderData: { setup, step, zones } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const title = setup.steps.names?.name ?? say('house.new');
  return (
    <>
      <EditHead back={consolePaths.owners()} backText={say('house.owners')} title={title} />
      {setup.openedAs ? (
        <Notice tone="good" title={say('house.opened', { name: title })}>
          <Link to={consolePaths.owner(setup.openedAs)} className="underline">
            {say('house.show')}
          </Link>
        </Notice>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <Steps setup={setup} step={step} words={words} />
          <div className="min-w-0 lg:[--bar-start:0px]">
            <Step key={step} setup={setup} step={step} zones={zones} />
          </div>
        </div>
      )}
    </>
  );
}

function Steps({ setup, step, words }: { setup: Setup; step: ShownStep; words: Words }) {
  const { say } = words;
  const progress = say('house.progress', { done: Object.keys(setup.steps).length, all: setupSteps.length });
  const list = <StepLinks {...{ setup, step, words }} />;
  return (
    <Card>
      <nav aria-label={say('house.steps')}>
        {/* If the form is below the steps, they stay folded: the form comes first. */}
        <details key={step} className="lg:hidden">
          <summary className="min-h-11 cursor-pointer content-center">
            <span className="font-medium text-brand">{nameStep(words, step)}</span>{' '}
            <span className="text-sm text-quiet">{progress}</span>
          </summary>
          {list}
        </details>
        <div className="max-lg:hidden">
          <p className="mb-2 text-sm text-quiet">{progress}</p>
          {list}
        </div>
      </nav>
    </Card>
  );
}

function StepLinks({ setup, step, words }: { setup: Setup; step: ShownStep; words: Words }) {
  const { say } = words;
  return (
    <ol className="grid gap-1">
      {shownSteps.map((each) => {
        const done = each !== 'open' && Boolean(setup.steps[each]);
        const Icon = done ? IconCircleCheck : IconCircle;
        const look = 'flex min-h-11 items-center gap-2 rounded-lg px-2 font-medium';
        const text = (
          <>
            <Icon aria-hidden="true" className={`size-5 shrink-0 ${done ? 'text-good' : 'text-quiet'}`} />
            <span className="min-w-0 break-words">{nameStep(words, each)}</span>
            {done && <span className="sr">{say('house.stepSaved')}</span>}
          </>
        );
        return (
          <li key={each}>
            {setup.id ? (
              <Link
                to={consolePaths.setupOwner(setup.id, { step: each })}
                aria-current={each === step ? 'step' : undefined}
                className={`${look} hover:bg-canvas aria-[current=step]:bg-tint aria-[current=step]:text-brand`}
              >
                {text}
              </Link>
            ) : (
              <span className={`${look} ${each === step ? 'bg-tint text-brand' : 'text-quiet'}`}>{text}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Step({ setup, step, zones }: { setup: Setup; step: ShownStep; zones: string[] }) {
  if (step === 'names') return <NamesStep setup={setup} />;
  if (step === 'reach') return <ReachStep setup={setup} zones={zones} />;
  if (step === 'admin') return <AdminStep setup={setup} />;
  if (step === 'transfer') return <TransferStep setup={setup} />;
  if (step === 'open') return <OpenStep setup={setup} />;
  return <AgreementStep setup={setup} kind={step} />;
}
