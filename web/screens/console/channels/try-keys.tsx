// Tries a gateway's keys before they are saved, and at once when new ones are: which of them it accepts, in which environment, and what
// that does not prove.
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { sameDraft } from '../../../console-kit/merge-drafts.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { type Channel, type ChannelDraft, tryInput } from './channel-draft.ts';

type Result = OutputOf<'consoleChannelTry'>;
type Trial = ReturnType<typeof useTrial>;

/** A result and its problems apply to the values that were tried. */
export function useTrial(row: Channel, { draft }: DraftForm<ChannelDraft>) {
  const action = useAction();
  const [trial, setTrial] = useState<{ input: object; result?: Result }>();
  const input = tryInput(row, draft);
  const current = trial && sameDraft(trial.input, input) ? trial : undefined;
  const ask = (input: ReturnType<typeof tryInput>) => {
    setTrial({ input });
    return action.run(() => send('consoleChannelTry', input), {
      onDone: (result) => setTrial({ input, result }),
      reloads: false,
    });
  };
  return {
    ...{ run: () => ask(input), busy: action.busy !== undefined },
    /** New keys were saved: they are not typed any more. */
    runSaved(sent: ChannelDraft): void {
      const isNew = Object.values(sent.keys).some((key) => key.trim());
      if (isNew && row.triable) void ask(tryInput(row, { ...sent, keys: {} }));
    },
    result: current?.result,
    fields: current ? action.fields : {},
    problem: current ? action.error?.text : undefined,
  };
}

export function TryKeys({ row, trial, name }: { row: Channel; trial: Trial; name: string }) {
  const { say } = useWords();
  const { result, problem, busy, run } = trial;
  const results = useRef<HTMLDivElement>(null);
  // After saving, the button is far from here.
  useEffect(() => {
    if (result || problem) results.current?.scrollIntoView({ block: 'nearest' });
  }, [result, problem]);
  const hint = say(`payment.channelSetting.${row.triable ? 'tryHint' : 'tryNone'}`, { name });
  return (
    <FormSection title={say('payment.channelSetting.tryTitle')} hint={hint}>
      <div ref={results} className="scroll-mb-48 empty:hidden">
        {problem && <Notice tone="bad" title={problem} />}
        {result && <TrialResult row={row} name={name} result={result} />}
      </div>
      {row.triable && (
        <Button variant="outline" className="justify-self-start" busy={busy} onClick={() => void run()}>
          {say('payment.channelSetting.try')}
        </Button>
      )}
    </FormSection>
  );
}

function TrialResult({ row, name, result }: { row: Channel; name: string; result: Result }) {
  const { say, join } = useWords();
  const labelOf = (key: string) => row.keys.find((each) => each.name === key)?.label ?? key;
  const { outcome, key, text, unproved, environment } = result;
  if (outcome === 'accepted') {
    const keys = join(unproved.map(labelOf));
    return (
      <Notice tone="good" title={say('payment.channelSetting.tryAccepted', { name })}>
        <p>{say(`payment.channelSetting.environmentOf.${environment}`)}</p>
        {unproved.length > 0 && <p>{say('payment.channelSetting.tryUnproved', { keys })}</p>}
      </Notice>
    );
  }
  const title =
    outcome === 'refused' && key
      ? say('payment.channelSetting.tryRefused', { name, key: labelOf(key) })
      : say('payment.channelSetting.trySilent', { name });
  return (
    <Notice tone={outcome === 'refused' ? 'bad' : 'warn'} title={title}>
      {text && <p className="break-words">{text}</p>}
    </Notice>
  );
}
