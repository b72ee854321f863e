// Tries a call with a test key, in the reader's browser. The key stays in this page's memory.
import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { keyMarks } from '../../../domain/systems.ts';
import { AreaField, ChoiceField, InputField } from '../../parts/form/fields.tsx';
import { onSend } from '../../parts/form/on-send.ts';
import { useTask } from '../../parts/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { randomName } from '../../ui/random-name.ts';
import { CodeBox } from './code-box.tsx';

type Guide = OutputOf<'developerGuide'>;
type Trial = { call: Guide['calls'][number]; key: string; input: Record<string, unknown> };
type Got = { status: number; milliseconds: number; text: string };

const first = 'searchProducts';

export function TryCall({ words, calls }: Pick<Guide, 'words' | 'calls'>) {
  const task = useTask();
  const [typed, setTyped] = useState<Typed>({ key: '', name: first, input: '{ "query": "" }' });
  const [problems, setProblems] = useState<Problems>({});
  const [got, setGot] = useState<Got>();
  const go = () => {
    const key = typed.key.trim();
    const call = calls.find(({ name }) => name === typed.name);
    const input = readInput(typed.input);
    const isTest = key.startsWith(keyMarks.test);
    setProblems({ key: isTest ? undefined : words.keyWrong, input: input ? undefined : words.inputWrong });
    if (isTest && input && call) void task.run(async () => setGot(await ask({ call, key, input })));
  };
  return (
    <section id="try" className="scroll-mt-20">
      <h2 className="text-xl font-bold">{words.try}</h2>
      <p className="mt-1 max-w-prose text-quiet">{words.tryHint}</p>
      <Card className="mt-3">
        <form noValidate className="grid gap-4" onSubmit={onSend(go)}>
          <TryFields {...{ words, calls, typed, problems }} onType={(more) => setTyped({ ...typed, ...more })} />
          <Button type="submit" className="justify-self-start" busy={task.busy}>
            {words.send}
          </Button>
          {task.problem && <p role="alert">{words.failed}</p>}
          <div aria-live="polite">
            {got && (
              <>
                <p className="font-semibold">{`${words.got}: HTTP ${got.status} · ${got.milliseconds} ms`}</p>
                <CodeBox label={words.got ?? ''} text={got.text} />
              </>
            )}
          </div>
        </form>
      </Card>
    </section>
  );
}

type Typed = { key: string; name: string; input: string };
type Problems = { key?: string | undefined; input?: string | undefined };
type FieldsProps = Pick<Guide, 'words' | 'calls'> & {
  typed: Typed;
  problems: Problems;
  onType(more: Partial<Typed>): void;
};

function TryFields({ words, calls, typed, problems, onType }: FieldsProps) {
  return (
    <>
      <InputField
        label={words.key ?? ''}
        error={problems.key}
        required
        autoComplete="off"
        spellCheck={false}
        value={typed.key}
        onValue={(key) => onType({ key })}
      />
      <ChoiceField
        label={words.call ?? ''}
        value={typed.name}
        options={calls.map(({ name }) => name)}
        onValue={(name) => onType({ name })}
      />
      <AreaField
        label={words.input ?? ''}
        error={problems.input}
        rows={4}
        spellCheck={false}
        className="font-mono"
        value={typed.input}
        onValue={(input) => onType({ input })}
      />
    </>
  );
}

/** The typed object; undefined for any other text. */
function readInput(typed: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(typed.trim() || '{}');
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** As the client does it: fields named in the address are put there, the others into the query or the body. */
async function ask({ call, key, input }: Trial): Promise<Got> {
  const rest = { ...input };
  const filled = call.path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = rest[part];
    delete rest[part];
    return encodeURIComponent(String(value ?? ''));
  });
  const url = new URL(filled, window.location.origin);
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (call.idempotent) headers['idempotency-key'] = randomName();
  const init: RequestInit = { method: call.method, headers, credentials: 'omit' };
  if (call.method === 'GET')
    for (const [field, value] of Object.entries(rest)) url.searchParams.set(field, String(value));
  else {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(rest);
  }
  const began = performance.now();
  const answer = await fetch(url, init);
  const text = await answer.text();
  return { status: answer.status, milliseconds: Math.round(performance.now() - began), text: layOut(text) };
}

function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
