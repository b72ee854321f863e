// Choosing a file of products and sending it to be checked (rules §10); nothing of the catalogue changes by that.
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { LabelledField } from '../../../ui/field.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { mostBytes, sendFile } from './send-file.ts';

/** `aside`: another import is open, and what is to be done with that comes first. */
export function SendImport({ aside }: { aside: boolean }) {
  const { say } = useWords();
  const { percent, wrong, problem, send } = useSending();
  return (
    <Card>
      <h2 className="text-lg font-semibold">{say('porting.importTitle')}</h2>
      <p className="mt-1 mb-4 max-w-prose text-quiet">{say('porting.importText')}</p>
      <form onSubmit={send} noValidate className="grid gap-4">
        {problem && <Notice tone="bad" title={problem} />}
        <LabelledField label={say('porting.file')} error={wrong} required>
          {(ids) => (
            <input
              id={ids.id}
              aria-describedby={ids.describedBy}
              aria-invalid={ids.invalid || undefined}
              type="file"
              name="file"
              accept=".xlsx,.json,application/json"
              className={
                'w-full max-w-xl min-w-0 rounded-lg border border-line bg-surface p-1.5 text-sm file:mr-3 ' +
                'file:min-h-9 file:cursor-pointer file:rounded-lg file:border-0 file:bg-tint file:px-3 ' +
                'file:font-semibold file:text-brand aria-invalid:border-bad'
              }
            />
          )}
        </LabelledField>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant={aside ? 'outline' : 'primary'} busy={percent !== undefined}>
            {say('porting.check')}
          </Button>
          <span role="status" className="text-sm text-quiet tabular-nums">
            {percent === undefined ? '' : say('porting.sending', { percent })}
          </span>
        </div>
      </form>
    </Card>
  );
}

/** Sending the chosen file, with how far it is. */
function useSending() {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const [percent, setPercent] = useState<number>();
  const [wrong, setWrong] = useState('');
  const [problem, setProblem] = useState('');
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const file = new FormData(form).get('file');
    const bad =
      !(file instanceof File) || !file.name ? 'ui.field.required' : file.size > mostBytes && 'refusal.importTooLarge';
    setProblem('');
    setWrong(bad ? say(bad) : '');
    if (bad || !(file instanceof File)) return form.querySelector('input')?.focus();
    setPercent(0);
    try {
      const id = await sendFile(file, setPercent);
      form.reset();
      await navigate(consolePaths.catalogue({ import: id }), { preventScrollReset: true });
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
    setPercent(undefined);
  };
  return { percent, wrong, problem, send };
}
