// One action of staff: busy while it runs, a refusal in words with the focus on the field that it names, a message once it is done, and
// the way back where there is one.
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type CallError, describeError } from '../parts/describe-error.ts';
import { showAndFocus } from '../parts/form/show-and-focus.ts';
import { useWords } from '../parts/use-words.ts';

type Problems = Record<string, string>;

type Plan = {
  /** Problems per field that are found before anything is sent; undefined is none. */
  judge?(): Record<string, string | undefined>;
  /** Said once it is done, where the page does not show it by itself. */
  done?: string;
  /** Takes it back; offered beside the message. */
  undo?(): Promise<unknown>;
  /** After success, before the page loads the newest: closes a dialog. */
  onDone?(): void;
  /** Which of several buttons is busy. */
  what?: string;
  /** False where nothing on the page changes by it. */
  reloads?: boolean;
};

export type Act = ReturnType<typeof useAct>;

export function useAct() {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<CallError>();
  const [done, setDone] = useState<{ text: string; undo?: () => Promise<unknown> }>();
  const fields: Problems = error?.fields ?? {};
  const fail = (failure: CallError) =>
    showAndFocus(ref.current, () => {
      setError(failure);
      setBusy(undefined);
    });
  const refuse = (problems: Problems) => fail({ text: '', fields: problems, code: 0 });
  const run = async (work: () => Promise<unknown>, plan: Plan = {}): Promise<void> => {
    const problems = Object.entries(plan.judge?.() ?? {}).filter(([, problem]) => problem);
    if (problems.length) return refuse(Object.fromEntries(problems) as Problems);
    setError(undefined);
    setDone(undefined);
    setBusy(plan.what ?? 'act');
    try {
      await work();
      plan.onDone?.();
      if (plan.done) setDone({ text: plan.done, undo: plan.undo });
      if (plan.reloads !== false) await revalidate();
      setBusy(undefined);
    } catch (failure) {
      fail(describeError(failure, words));
    }
  };
  return {
    ...{ ref, busy, error, fields, done, run, refuse },
    /** A refusal that names no field of this form. */
    problem: error && Object.keys(fields).length === 0 ? error : undefined,
    /** Runs by sending a form. */
    submit: (work: () => Promise<unknown>, plan?: Plan) => (event: React.FormEvent) => {
      event.preventDefault();
      void run(work, plan);
    },
    /** What was wrong with some fields is no longer said once they are typed into. */
    clear(names: string[]) {
      const left = Object.entries(fields).filter(([name]) => !names.includes(name));
      setError((known) => known && (left.length ? { ...known, fields: Object.fromEntries(left) } : undefined));
      setDone(undefined);
    },
    forget() {
      setError(undefined);
      setDone(undefined);
    },
  };
}
