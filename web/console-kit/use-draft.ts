// A form of the back office: what was typed, what is wrong with it, and its one action.
import { useState } from 'react';
import { type Language, languages } from '../../domain/languages.ts';
import { useAct } from './use-act.ts';

export function useDraft<Draft extends object>(initial: Draft) {
  const act = useAct();
  const { ref, busy, fields, problem } = act;
  const [draft, setDraft] = useState(initial);
  const [language, setLanguage] = useState<Language>('en');
  /** The language of the first text that is wrong comes up, so that its field can take the focus. */
  const [seen, setSeen] = useState(fields);
  if (seen !== fields && Object.keys(fields).length) {
    setSeen(fields);
    const wrong = languages.find((one) => Object.keys(fields).some((name) => name.endsWith(`.${one}`)));
    if (wrong) setLanguage(wrong);
  }
  return {
    ...{ ref, draft, fields, problem, language, setLanguage },
    busy: busy !== undefined,
    change(part: Partial<Draft>) {
      setDraft((known) => ({ ...known, ...part }));
      act.clear(Object.keys(part).flatMap((name) => [name, `${name}.${language}`]));
    },
    /** Runs `work`; when it is done the page shows the newest. Problems found before are given instead. */
    submit: (judge: () => Record<string, string | undefined>, work: () => Promise<unknown>, onDone: () => void) =>
      act.submit(work, { judge, onDone }),
  };
}
