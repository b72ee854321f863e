// The actions of a customer on a quotation: accept it, ask the agent, download it. On phones the total and the main button stay
// at the bottom of the screen.
import { IconDownload, IconMessageCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { refusals } from '../../../../domain/errors.ts';
import { CallRefused, send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { saveFile } from '../../../parts/quotation/save-file.ts';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

export type CustomerView = NonNullable<OutputOf<'dtaQuoteList'>['quotation']>;
export type CustomerProps = { quotation: CustomerView; token: string };

/** `onAnswer`: the quotation was read anew, as it was accepted, or refused because it is another one by now. */
type ActsProps = CustomerProps & { onAnswer(answer: { changed: boolean }): void };

export function CustomerActs({ quotation, token, onAnswer }: ActsProps) {
  const words = useWords();
  const { say } = words;
  const [accepting, setAccepting] = useState(false);
  const [problem, setProblem] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const { number, total, open } = quotation;
  const take = () =>
    saveFile(fileAddress('exportQuote', {}), `quotation-${number}.pdf`, { quotetoken: token, format: 'pdf' }).catch(
      (error: unknown) => setProblem(describeError(error, words).text),
    );
  const accept = (className: string) => (
    <Button variant="book" size="lg" className={className} onClick={() => setAccepting(true)}>
      {say('quotation.accept')}
    </Button>
  );
  return (
    <>
      <Card className="grid gap-3">
        <p className="text-sm text-quiet">{say('quotation.total')}</p>
        <Total quotation={quotation} />
        {problem && <CallProblem title={problem} />}
        {isAsking && <Notice tone="good" title={say('quotation.questionSent', { agent: quotation.agent.name })} />}
        {open && accept('max-lg:hidden')}
        <DialogButton icon={<IconMessageCircle aria-hidden="true" className="size-5" />} text={say('quotation.ask')}>
          {(close) => (
            <Ask
              {...{ quotation, token }}
              onDone={() => {
                close();
                setIsAsking(true);
              }}
            />
          )}
        </DialogButton>
        <Button variant="quiet" onClick={take}>
          <IconDownload aria-hidden="true" className="size-5" />
          {say('quotation.pdf')}
        </Button>
      </Card>
      {open && (
        <div className="foot-bar px-4 shadow-card lg:hidden">
          <div className="mx-auto flex max-w-5xl items-center justify-between gap-4">
            <p className="min-w-0">
              <span className="block text-xs text-quiet">{say('quotation.total')}</span>
              <span className="text-lg font-bold tabular-nums">{words.money(total)}</span>
            </p>
            {accept('shrink-0')}
          </div>
        </div>
      )}
      <Dialog open={accepting} onClose={() => setAccepting(false)} title={say('quotation.acceptTitle')}>
        <Accept {...{ quotation, token, onAnswer }} onDone={() => setAccepting(false)} />
      </Dialog>
    </>
  );
}

function Total({ quotation: { total, freightLater } }: Pick<CustomerProps, 'quotation'>) {
  const { say, money } = useWords();
  return (
    <>
      <p className="text-3xl font-bold tabular-nums">{money(total)}</p>
      {freightLater && <p className="text-sm">{say('quotation.deliveryLater')}</p>}
    </>
  );
}

/** The agent changed or withdrew it, its days are over, or another person accepted it: the page says which. */
const isAnother = new Set<number>([refusals.changedMeanwhile, refusals.quotationOver, refusals.linkExpired]);

/** Runs a call of a form and shows its refusal under the fields. */
function useForm(work: () => Promise<void>) {
  const { busy, error: failure, run } = useTask();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void run(work);
  };
  return { busy, failure, submit };
}

function Accept({ quotation, token, onAnswer, onDone }: ActsProps & { onDone(): void }) {
  const { say } = useWords();
  const [name, setName] = useState(quotation.customerName);
  const { revalidate } = useRevalidator();
  const { busy, failure, submit } = useForm(async () => {
    const refused = await send('quotationAccept', { quotetoken: token, version: quotation.version, name }).then(
      () => 0,
      (error: unknown) => {
        if (error instanceof CallRefused && isAnother.has(error.code)) return error.code;
        throw error;
      },
    );
    await revalidate();
    onDone();
    onAnswer({ changed: refused === refusals.changedMeanwhile });
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>{say('quotation.acceptText', { agent: quotation.agent.name })}</p>
      <Total quotation={quotation} />
      {failure && <CallProblem title={failure.text} />}
      <NameField value={name} onChange={setName} error={failure?.fields.name} required />
      <Button type="submit" variant="book" size="lg" busy={busy}>
        {say('quotation.accept')}
      </Button>
    </form>
  );
}

function Ask({ quotation, token, onDone }: CustomerProps & { onDone(): void }) {
  const { say } = useWords();
  const [name, setName] = useState(quotation.customerName);
  const [text, setText] = useState('');
  const { busy, failure, submit } = useForm(async () => {
    await send('quotationAsk', { quotetoken: token, name, text });
    onDone();
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {failure && <CallProblem title={failure.text} />}
      <NameField value={name} onChange={setName} error={failure?.fields.name} />
      <AreaField
        label={say('quotation.yourQuestion')}
        error={failure?.fields.text}
        required
        rows={4}
        maxLength={2000}
        value={text}
        onValue={setText}
      />
      <Button type="submit" size="lg" busy={busy}>
        {say('quotation.ask')}
      </Button>
    </form>
  );
}

type NameFieldProps = { value: string; onChange(name: string): void; error: string | undefined; required?: boolean };

function NameField({ value, onChange, error, required = false }: NameFieldProps) {
  const { say } = useWords();
  const name = useId();
  return (
    <InputField
      label={say('quotation.yourName')}
      error={error}
      required={required}
      name={name}
      autoComplete="name"
      maxLength={80}
      value={value}
      onValue={onChange}
    />
  );
}
