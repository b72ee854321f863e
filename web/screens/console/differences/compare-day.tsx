// Compares a day with a gateway's list on demand, and shows the results of the last comparisons.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Notice, type Tone } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type Found = OutputOf<'consoleDifferences'>;
type Run = Found['runs'][number];

const tones: Record<Run['state'], Tone> = { running: 'brand', done: 'good', failed: 'bad' };

export function CompareDay({ channels, today }: { channels: string[]; today: string }) {
  const words = useWords();
  const { say } = words;
  const [run, setRun] = useState<Run>();
  const form = useDraft({
    initial: { channel: channels[0] ?? '', day: today },
    judge: ({ day }) => ({ day: day ? undefined : say('ui.field.required') }),
    save(draft) {
      setRun(undefined);
      return send('consoleReconcile', draft);
    },
    onDone: setRun,
  });
  if (channels.length === 0) return <Notice title={say('finance.noChannels')} />;
  return (
    <form
      ref={form.ref}
      noValidate
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
      onSubmit={form.submit}
    >
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <ChoiceField
          {...form.field('channel')}
          label={say('payment.balance.column.channel')}
          name="compareChannel"
          options={channels.map((channel) => [channel, nameChannel(words, channel)] as const)}
        />
        <InputField
          {...form.field('day')}
          label={say('finance.compareDay')}
          type="date"
          name="compareDay"
          max={today}
          className="min-w-0"
        />
        <Button type="submit" busy={form.busy !== undefined} className="sm:mt-6.5">
          {say('finance.compare')}
        </Button>
      </div>
      {form.problem && <Notice tone="bad" title={form.problem.text} />}
      {run && <Ended run={run} />}
    </form>
  );
}

function Ended({ run: { state, listed, added, problem } }: { run: Run }) {
  const { say } = useWords();
  if (state === 'running') return <Notice title={say('finance.comparing')} />;
  if (state === 'failed') return <Notice tone="bad" title={say('finance.compareFailed', { problem })} />;
  return <Notice tone={added ? 'warn' : 'good'} title={say('finance.compared', { listed, added })} />;
}

export function LastRuns({ runs, zone }: { runs: Run[]; zone: string }) {
  const words = useWords();
  const { say, day, instant } = words;
  return (
    <TitledCard className="grid gap-2" title={say('finance.lastRuns')}>
      {runs.length === 0 && <p className="text-quiet">{say('finance.noRuns')}</p>}
      <ul className="divide-y divide-line text-sm">
        {runs.map((run) => (
          <li
            key={`${run.channel} ${run.day}`}
            className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            <span className="tabular-nums">{day(run.day)}</span>
            <span className="min-w-0 break-words">
              {nameChannel(words, run.channel)} · {instant(run.at, zone)}
              <span className="block text-quiet">
                {run.state === 'done' && say('finance.compared', { listed: run.listed, added: run.added })}
                {run.state === 'failed' && run.problem}
              </span>
            </span>
            <span>
              <Badge tone={tones[run.state]}>{say(`finance.run.${run.state}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
