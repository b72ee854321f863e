// One action of staff: busy while it runs, a refusal as text with the focus on the field that it names, a message after success, and
// undo if there is one.
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type CallError, describeError } from '../parts/describe-error.ts';
import { showAndFocus } from '../parts/form/show-and-focus.ts';
import { useWords } from '../parts/use-words.ts';
import { type Problems, withoutProblem } from './merge-drafts.ts';

type Plan<Answer> = {
  /** Problems by field that are found before sending; undefined means none. */
  judge?(): Record<string, string | undefined>;
  /** The message after success, if the page does not show the result by itself. */
  done?: string | ((answer: Answer) => string);
  /** Undoes the action; offered beside the message. */
  undo?(): Promise<unknown>;
  /** After success, before the page loads the newest data: closes a dialog. */
  onDone?(answer: Answer): void;
  /** Which of several buttons is busy. */
  what?: string;
  /** False if the action changes nothing on the page; read when the work is done. */
  reloads?: boolean | (() => boolean);
};

type Start = {
  /** A message of the previous page. */
  firstResult?: string;
  /** Runs before the fields are marked and the first one gets the focus. */
  onRefused?(fields: Problems): void;
};

type Done = { text: string; undo?: () => Promise<unknown> };

export type Act = ReturnType<typeof useAction>;

export function useAction({ firstResult, onRefused }: Start = {}) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<CallError>();
  const [done, setDone] = useState<Done | undefined>(firstResult ? { text: firstResult } : undefined);
  const fields: Problems = error?.fields ?? {};
  const fail = (failure: CallError) =>
    showAndFocus(ref.current, () => {
      onRefused?.(failure.fields);
      setError(failure);
      setBusy(undefined);
    });
  /** Marks the problems that were found before sending; true if there are any. */
  const check = (judged: Record<string, string | undefined>): boolean => {
    const problems = Object.entries(judged).filter(([, problem]) => problem);
    if (problems.length) fail({ text: '', fields: Object.fromEntries(problems) as Problems, code: 0 });
    return problems.length === 0;
  };
  const forget = () => {
    setError(undefined);
    setDone(undefined);
  };
  /** True after success. */
  const run = async <Answer>(work: () => Promise<Answer>, plan: Plan<Answer> = {}): Promise<boolean> => {
    if (!check(plan.judge?.() ?? {})) return false;
    forget();
    setBusy(plan.what ?? 'act');
    try {
      const answer = await work();
      plan.onDone?.(answer);
      const { done: message, undo, reloads = true } = plan;
      if (message) setDone({ text: typeof message === 'function' ? message(answer) : message, undo });
      if (typeof reloads === 'function' ? reloads() : reloads) await revalidate();
      setBusy(undefined);
      return true;
    } catch (failure) {
      fail(describeError(failure, words));
      return false;
    }
  };
  return {
    ...{ ref, busy, error, fields, done, run, check, forget },
    /** A refusal that names no field of this form. */
    problem: error && Object.keys(fields).length === 0 ? error : undefined,
    submit: (work: () => Promise<unknown>, plan?: Plan<unknown>) => (event: React.FormEvent) => {
      event.preventDefault();
      void run(work, plan);
    },
    /** Removes the problems of these fields, and of all fields within them, when they are edited. */
    clear(names: string[]) {
      const left = names.reduce(withoutProblem, fields);
      // A refusal that names no field stays until the next try.
      const over = Object.keys(fields).length > 0 && Object.keys(left).length === 0;
      setError((known) => (known && !over ? { ...known, fields: left } : undefined));
      setDone(undefined);
    },
  };
}
