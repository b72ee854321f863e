// Staff confirm an action in a dialog that says what will happen; if a reason is required, nothing is sent without one
// (rules §10).

import { type ComponentProps, type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refusals } from '../../domain/errors.ts';
import { AreaField } from '../parts/form/fields.tsx';
import { useWords } from '../parts/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { DialogFoot } from '../ui/dialog-foot.tsx';
import { Notice } from '../ui/pieces.tsx';
import { type Act, useAction } from './use-action.ts';

type ActBodyProps = {
  onClose(): void;
  /** The text on the button. */
  act: string;
  danger?: boolean;
  /** Asks for a reason; the hint names who will read it. */
  reason?: { hint: string; required: boolean };
  work(reason: string): Promise<unknown>;
  children: ReactNode;
};

export function ActionDialog({ open, title, ...body }: ActBodyProps & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={body.onClose} title={title}>
      <ActBody {...body} />
    </Dialog>
  );
}

type ActButtonProps = Omit<ActBodyProps, 'onClose'> &
  Omit<ComponentProps<typeof DialogButton>, 'text' | 'children'> & { text?: string };

/** A button with the dialog. Its text is that of the button in the dialog, unless `text` is another. */
export function ActionButton(props: ActButtonProps) {
  const { act, danger, reason, work, children, text = act, title = act, ...look } = props;
  return (
    <DialogButton variant={danger ? 'danger' : 'outline'} {...look} text={text} title={title}>
      {(close) => <ActBody {...{ act, danger, reason, work, children }} onClose={close} />}
    </DialogButton>
  );
}

function ActBody({ onClose, act: word, danger, reason, work, children }: ActBodyProps) {
  const { say } = useWords();
  const [why, setWhy] = useState('');
  const action = useAction();
  const judge = (): Record<string, string> =>
    reason?.required && !why.trim() ? { reason: say('ui.field.required') } : {};
  return (
    <form
      ref={action.ref}
      noValidate
      className="grid gap-4"
      onSubmit={action.submit(() => work(why.trim()), { judge, onDone: onClose })}
    >
      {children}
      {action.error && !action.fields.reason && (
        <ActionProblem text={action.error.text} code={action.error.code} onReload={onClose} />
      )}
      {reason && (
        <AreaField
          label={say('console.why')}
          hint={reason.hint}
          error={action.fields.reason}
          required={reason.required}
          maxLength={1000}
          value={why}
          onValue={setWhy}
        />
      )}
      <DialogFoot act={word} busy={action.busy !== undefined} danger={danger} onClose={onClose} />
    </form>
  );
}

/** The text of a refusal; if another person saved first (200009), with a button that shows the newest state. */
export function ActionProblem({ text, code, onReload }: { text: string; code: number; onReload?(): void }) {
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
          {say('staff.log.reload')}
        </Button>
      )}
    </Notice>
  );
}

/** The result of an action outside of a form: its refusal, or a message with a way to undo it. */
type ResultProps = { act: Pick<Act, 'problem' | 'done' | 'busy'> & { run?: Act['run'] } };

export function ActionResult({ act }: ResultProps) {
  const { say } = useWords();
  const { problem, done, run } = act;
  const undo = done?.undo;
  if (problem) return <ActionProblem text={problem.text} code={problem.code} />;
  if (!done) return null;
  return (
    <Notice tone="good" title={done.text}>
      {undo && run && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          busy={act.busy === 'undo'}
          onClick={() => run(undo, { what: 'undo' })}
        >
          {say('ui.undo')}
        </Button>
      )}
    </Notice>
  );
}
