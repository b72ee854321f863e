// A small form of the back office with texts per language: what was typed, what is wrong with it, and its one button.
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Language, languages } from '../../../domain/languages.ts';
import { type CallError, describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

export function useDraft<Draft extends object>(initial: Draft) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const [language, setLanguage] = useState<Language>('en');
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const show = (problem: CallError) => {
    setCallError(problem);
    // The language of the first text that is wrong comes up, so that its field can take the focus.
    const wrong = languages.find((one) => Object.keys(problem.fields).some((name) => name.endsWith(`.${one}`)));
    if (wrong) setLanguage(wrong);
    requestAnimationFrame(() =>
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus(),
    );
  };
  return {
    ...{ ref, draft, language, setLanguage, busy },
    fields: callError?.fields ?? {},
    /** A refusal that names no field. */
    problem: callError && !Object.keys(callError.fields).length ? callError : undefined,
    /** What was wrong with a field is no longer said once it is typed into. */
    change(part: Partial<Draft>) {
      setDraft((known) => ({ ...known, ...part }));
      const typed = Object.keys(part).flatMap((name) => [name, `${name}.${language}`]);
      const left = Object.entries(callError?.fields ?? {}).filter(([name]) => !typed.includes(name));
      setCallError((known) => known && (left.length ? { ...known, fields: Object.fromEntries(left) } : undefined));
    },
    /** Runs `work`; when it is done the page shows the newest. Problems found before are given instead. */
    submit: (judge: () => Record<string, string>, work: () => Promise<unknown>, done: () => void) => {
      const run = async () => {
        const fields = judge();
        if (Object.keys(fields).length) return show({ text: '', fields, code: 0 });
        setBusy(true);
        try {
          await work();
          done();
          await revalidate();
        } catch (error) {
          show(describeError(error, words));
          setBusy(false);
        }
      };
      return (event: React.FormEvent) => {
        event.preventDefault();
        void run();
      };
    },
  };
}
