// Staff confirm an action in a dialog that says what will happen; where a reason is required, nothing is sent without one
// (rules §10).
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { type CallError, describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

type ActBodyProps = {
  onClose(): void;
  /** The word on the button. */
  act: string;
  danger?: boolean;
  /** Asks for a reason; the hint names its readers. */
  reason?: { hint: string; required: boolean };
  work(reason: string): Promise<unknown>;
  children: ReactNode;
};

export function ActDialog({ open, title, ...body }: ActBodyProps & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={body.onClose} title={title}>
      <ActBody {...body} />
    </Dialog>
  );
}

function ActBody({ onClose, act, danger, reason, work, children }: ActBodyProps) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [why, setWhy] = useState('');
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (reason?.required && !why.trim())
      return setCallError({ text: '', fields: { reason: say('field.required') }, code: 0 });
    setBusy(true);
    try {
      await work(why.trim());
      onClose();
      await revalidate();
    } catch (error) {
      setCallError(describeError(error, words));
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {children}
      {callError && !callError.fields.reason && (
        <ActProblem text={callError.text} code={callError.code} onReload={onClose} />
      )}
      {reason && (
        <Field
          label={say('console.why')}
          hint={reason.hint}
          error={callError?.fields.reason}
          required={reason.required}
        >
          {(ids) => (
            <TextArea ids={ids} maxLength={1000} value={why} onChange={(event) => setWhy(event.target.value)} />
          )}
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('dialog.cancel')}
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {act}
        </Button>
      </div>
    </form>
  );
}

/** A refusal's words; when somebody else was faster (200009), with a button that shows the newest. */
export function ActProblem({ text, code, onReload }: { text: string; code: number; onReload?(): void }) {
  const { say } = useWords();
  const { revalidate, state } = useRevalidator();
  if (!text) return null;
  return (
    <Notice tone="bad" title={text}>
      {code === refusals.changedMeanwhile && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          busy={state === 'loading'}
          onClick={async () => {
            await revalidate();
            onReload?.();
          }}
        >
          {say('log.reload')}
        </Button>
      )}
    </Notice>
  );
}
