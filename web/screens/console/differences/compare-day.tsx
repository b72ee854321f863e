// Comparing a day with a gateway's list at the press of a button, and how the last comparisons ended.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { ChoiceField, InputField } from '../../../console-kit/form-fields.tsx';
import { useAct } from '../../../console-kit/use-act.ts';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, Notice, type Tone } from '../../../ui/pieces.tsx';

type Found = OutputOf<'consoleDifferences'>;
type Run = Found['runs'][number];

const tones: Record<Run['state'], Tone> = { running: 'brand', done: 'good', failed: 'bad' };

export function CompareDay({ channels, today }: { channels: string[]; today: string }) {
  const words = useWords();
  const { say } = words;
  const { act, channel, setChannel, day, setDay, run, compare } = useCompare(channels, today);
  if (channels.length === 0) return <Notice title={say('finance.noChannels')} />;
  return (
    <form
      ref={act.ref}
      noValidate
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
      onSubmit={compare}
    >
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <ChoiceField
          label={say('payment.balance.column.channel')}
          name="compareChannel"
          value={channel}
          onPick={setChannel}
          options={channels.map((one) => [one, nameChannel(words, one)] as const)}
        />
        <InputField
          label={say('finance.compareDay')}
          error={act.fields.day}
          type="date"
          name="compareDay"
          max={today}
          value={day}
          className="min-w-0"
          onText={setDay}
        />
        <Button type="submit" busy={act.busy !== undefined} className="sm:mt-6.5">
          {say('finance.compare')}
        </Button>
      </div>
      {act.problem && <Notice tone="bad" title={act.problem.text} />}
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
    <Card className="grid gap-2">
      <h2 className="text-lg font-bold">{say('finance.lastRuns')}</h2>
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
    </Card>
  );
}

/** Which day of which channel, and how comparing them went. */
function useCompare(channels: string[], today: string) {
  const { say } = useWords();
  const act = useAct();
  const [channel, setChannel] = useState(channels[0] ?? '');
  const [day, setDay] = useState(today);
  const [run, setRun] = useState<Run>();
  const compare = act.submit(
    async () => {
      setRun(undefined);
      setRun(await send('consoleReconcile', { channel, day }));
    },
    { judge: () => ({ day: day ? undefined : say('ui.field.required') }) },
  );
  return { act, channel, setChannel, day, setDay, run, compare };
}
