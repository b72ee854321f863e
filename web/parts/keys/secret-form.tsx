// The frame of the dialogs that create a key or a web hook: a form with its problem and two buttons; the new secret is shown only once.
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useHoldDialog } from '../../ui/hold-dialog.ts';
import { Notice } from '../../ui/pieces.tsx';
import { ShowOnce } from '../account/show-once.tsx';
import { CallProblem } from '../call-problem.tsx';
import { onSend } from '../form/on-send.ts';
import type { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';

type SecretFormProps = {
  task: ReturnType<typeof useTask>;
  act: string;
  danger?: boolean;
  onGo(): Promise<void>;
  onClose(): void;
  children: ReactNode;
};

export function SecretForm({ task, act, danger = false, onGo, onClose, children }: SecretFormProps) {
  const { say } = useWords();
  const fields = task.error?.fields ?? {};
  const form = useRef<HTMLFormElement>(null);
  // Who closes it now would never see the secret that is on its way.
  useHoldDialog(form, task.busy ? () => undefined : undefined);
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={onSend(() => task.run(onGo))}>
      {children}
      {task.problem && Object.keys(fields).length === 0 && <CallProblem title={task.problem} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" disabled={task.busy} onClick={onClose}>
          {say('account.centre.cancel')}
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={task.busy}>
          {act}
        </Button>
      </div>
    </form>
  );
}

type MadeProps = { text: string; label: string; secret: string; onClose(): void };

export function MadeSecret({ text, label, secret, onClose }: MadeProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <Notice tone="warn" title={text} />
      <ShowOnce label={label} secret={secret} />
      <Button className="justify-self-end" onClick={onClose}>
        {say('account.centre.done')}
      </Button>
    </div>
  );
}
