// The frame around the form of useDraft: on a page the bar with the button and the question before unsaved changes are lost, in a dialog
// the refusal and the two buttons.

import type { ReactNode } from 'react';
import { refusals } from '../../domain/errors.ts';
import { LeaveGuard } from '../parts/form/leave-guard.tsx';
import { onSend } from '../parts/form/on-send.ts';
import { BackTo } from '../parts/page/back-to.tsx';
import { PageHeading } from '../parts/page/page-heading.tsx';
import { useWords } from '../parts/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFoot } from '../ui/dialog-foot.tsx';
import { Notice } from '../ui/pieces.tsx';
import { ActionProblem } from './action-dialog.tsx';
import type { DraftForm } from './use-draft.ts';

type Frame = Pick<
  DraftForm<object>,
  'ref' | 'submit' | 'busy' | 'dirty' | 'error' | 'problem' | 'done' | 'reload' | 'asking'
>;

type PageFormProps = {
  form: Frame;
  /** The text on the button, if it is not "save". */
  act?: string;
  /** The edited object was deleted, so nothing is unsaved. */
  gone?: boolean;
  /** Beside the button. */
  actions?: ReactNode;
  children: ReactNode;
};

export function PageForm({ form, act, gone = false, actions, children }: PageFormProps) {
  const { say } = useWords();
  const { ref, submit, busy, error, done } = form;
  const dirty = form.dirty && !gone;
  const above = (
    <>
      {error && !form.asking && <DraftProblem form={form} />}
      {done && <Notice tone="good" title={done.text} />}
    </>
  );
  return (
    <form ref={ref} onSubmit={submit} noValidate className="grid gap-4 [&_:focus]:scroll-mb-32">
      {children}
      <BarFrame status={dirty ? say('site.setting.unsaved') : ''} above={above}>
        {actions}
        <Button type="submit" busy={busy === 'act'}>
          {act ?? say('site.setting.save')}
        </Button>
      </BarFrame>
      <LeaveGuard dirty={dirty} />
    </form>
  );
}

/** The refusal of a form; if another person saved first, with a button that lays the edits on the newest state. */
export function DraftProblem({ form: { error, reload, busy } }: { form: Pick<Frame, 'error' | 'reload' | 'busy'> }) {
  const { say } = useWords();
  if (!error) return null;
  const { code, fields } = error;
  // A problem without a field name belongs to the whole form.
  const text = error.text || (fields[''] ?? say('refusal.invalidInput'));
  if (!reload || code !== refusals.changedMeanwhile) return <ActionProblem text={text} code={code} />;
  return (
    <Notice tone="bad" title={text}>
      <Button variant="outline" size="sm" className="mt-2" busy={busy === 'reload'} onClick={reload}>
        {say('site.setting.reload')}
      </Button>
    </Notice>
  );
}

type DialogFormProps = {
  /** Of useDraft; or an action of useAction with the function that submits it. */
  form: Pick<Frame, 'ref' | 'submit' | 'busy' | 'problem'>;
  /** The text on the button. */
  act: string;
  danger?: boolean;
  onClose(): void;
  children: ReactNode;
};

export function DialogForm({ form, act, danger, onClose, children }: DialogFormProps) {
  const { ref, submit, busy, problem } = form;
  return (
    <form ref={ref} onSubmit={submit} noValidate className="grid gap-4">
      {children}
      {problem && <ActionProblem {...problem} onReload={onClose} />}
      <DialogFoot act={act} busy={busy !== undefined} danger={danger} onClose={onClose} />
    </form>
  );
}

/** The link back to a list, and the page's heading. */
export function EditHead({ back, backText, title }: { back: string; backText: string; title: string }) {
  return (
    <>
      <BackTo to={back} text={backText} />
      <PageHeading className="mb-4 text-2xl font-bold break-words" text={title} />
    </>
  );
}

/** Stays at the bottom of the window, with messages above the buttons. `--bar-start`: 0px for a form beside something else. */
export function BarFrame({ status, above, children }: { status: string; above?: ReactNode; children: ReactNode }) {
  return (
    <div
      className={
        'sticky bottom-0 z-10 -mx-4 -mb-4 grid gap-3 border-t border-line bg-surface p-4 ' +
        'sm:-mr-6 sm:-mb-6 sm:ml-(--bar-start,-1.5rem) sm:px-6'
      }
    >
      {above}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-quiet">
          {status}
        </p>
        {children}
      </div>
    </div>
  );
}

type AskFirstProps = {
  form: Pick<DraftForm<object>, 'asking' | 'stopAsking' | 'confirm' | 'busy' | 'problem'>;
  title: string;
  act: string;
  children: ReactNode;
};

/** The question before a form is sent. It stays open after a refusal that names no field. */
export function AskFirst({ form, title, act, children }: AskFirstProps) {
  const { asking, stopAsking, confirm, busy, problem } = form;
  return (
    <Dialog open={asking} onClose={stopAsking} title={title}>
      <form onSubmit={onSend(confirm)} className="grid gap-4">
        {problem && <ActionProblem {...problem} />}
        {children}
        <DialogFoot act={act} busy={busy !== undefined} onClose={stopAsking} />
      </form>
    </Dialog>
  );
}
