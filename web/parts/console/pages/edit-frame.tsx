// Around the form of one announcement or page: the way back, the one button, and the question before typed work is lost.

import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActProblem } from '../../../console-kit/act-dialog.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { PageHeading } from '../../page/page-heading.tsx';
import { useWords } from '../../use-words.ts';
import { sameDraft } from '../settings-draft.ts';
import { LeaveGuard, SaveBar } from '../settings-frame.tsx';

type Plan<Draft> = {
  initial: Draft;
  /** The list. */
  back: string;
  judge(draft: Draft): Record<string, string>;
  save(draft: Draft): Promise<unknown>;
};

export function useEditing<Draft extends object>({ initial, back, judge, save }: Plan<Draft>) {
  const [first] = useState(initial);
  const [done, setDone] = useState(false);
  const navigate = useNavigate();
  const form = useDraft<Draft>(first);
  // First the guard lets go, then the page is left.
  useEffect(() => {
    if (done) navigate(back, { replace: true });
  }, [done, back, navigate]);
  return {
    form,
    back,
    dirty: !done && !sameDraft(form.draft, first),
    onSubmit: form.submit(
      () => judge(form.draft),
      () => save(form.draft),
      () => setDone(true),
    ),
  };
}

type Editing = Pick<ReturnType<typeof useEditing<object>>, 'back' | 'dirty' | 'onSubmit'> & {
  form: Pick<ReturnType<typeof useDraft<object>>, 'ref' | 'busy' | 'problem'>;
};
type EditFrameProps = { editing: Editing; title: string; backWord: string; children: ReactNode };

export function EditFrame({ editing: { form, back, dirty, onSubmit }, title, backWord, children }: EditFrameProps) {
  const { say } = useWords();
  return (
    <>
      <Link to={back} className="inline-flex min-h-11 items-center text-sm text-brand hover:underline">
        {say(backWord)}
      </Link>
      <PageHeading className="mb-4 text-2xl font-bold" text={title} />
      <form ref={form.ref} onSubmit={onSubmit} noValidate className="grid gap-4">
        {children}
        <SaveBar busy={form.busy} dirty={dirty}>
          {form.problem && <ActProblem text={form.problem.text} code={form.problem.code} />}
        </SaveBar>
      </form>
      <LeaveGuard dirty={dirty} />
    </>
  );
}
