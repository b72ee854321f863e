// A form over something that others may change too: what was typed, what is wrong with it, and when somebody else saved meanwhile, the
// newest laid under what was typed.
import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { type CallError, describeError } from '../../describe-error.ts';
import { showAndFocus } from '../../form/show-and-focus.ts';
import { useWords } from '../../use-words.ts';
import { type Problems, sameDraft, without } from '../settings-draft.ts';

export type SavedDraft<Draft> = { draft: Draft; revision: number | string };

type Work<Draft> = {
  /** Loads the saved state. */
  read(): Promise<SavedDraft<Draft>>;
  judge(draft: Draft): Problems;
  /** The answer is where to go then; undefined stays. */
  save(draft: Draft, revision: number | string): Promise<string | undefined>;
  /** Said once it is saved. */
  saved: string;
  /** It was saved on the page before. */
  isSaved?: boolean;
};

export function useSavedDraft<Draft extends object>(given: SavedDraft<Draft>, work: Work<Draft>) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const state = useDraft(given, work.isSaved ? work.saved : '');
  const { ref, base, draft, problems, callError, news, busy, dirty } = state;
  const { setBase, setDraft, setCallError, setNews, setBusy, refuse } = state;
  const take = async (merge: (kept: Draft) => Draft) => {
    const kept = await work.read();
    setDraft(merge(kept.draft));
    setBase(kept);
    await revalidate();
  };
  const run = async (what: 'save' | 'reload', act: () => Promise<string | undefined>) => {
    setCallError(undefined);
    setNews('');
    setBusy(what);
    try {
      const done = await act();
      // On the way to another page it stays busy, so that the page is not guarded.
      if (done === undefined) return;
      setNews(done);
      setBusy(undefined);
    } catch (error) {
      refuse(describeError(error, words));
    }
  };
  const save = async () => {
    const fields = work.judge(draft);
    if (Object.keys(fields).length) return refuse({ text: say('refusal.invalidInput'), fields, code: 0 });
    await run('save', async () => {
      const to = await work.save(draft, base.revision);
      if (to) {
        await navigate(to, { replace: true });
        return undefined;
      }
      await take((kept) => kept);
      return work.saved;
    });
  };
  return {
    ...{ ref, draft, problems, callError, news, busy, dirty },
    change: state.change,
    submit(event: React.FormEvent) {
      event.preventDefault();
      void save();
    },
    reload: () =>
      run('reload', async () => {
        await take((kept) => lay(base.draft, draft, kept));
        return say('site.setting.merged');
      }),
  };
}

/** The typed draft over the loaded state; a newer state from the page replaces it where nothing was typed. */
function useDraft<Draft extends object>(given: SavedDraft<Draft>, saved: string) {
  const ref = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(given);
  const [draft, setDraft] = useState(given.draft);
  const [problems, setProblems] = useState<Problems>({});
  const [callError, setCallError] = useState<CallError>();
  const [news, setNews] = useState(saved);
  const [busy, setBusy] = useState<'save' | 'reload'>();
  const [seen, setSeen] = useState(given.revision);
  const dirty = !sameDraft(draft, base.draft);
  // The page has a newer state: use it if nothing was typed.
  if (given.revision !== seen) {
    setSeen(given.revision);
    if (!dirty) {
      setBase(given);
      setDraft(given.draft);
    }
  }
  const refuse = (failure: CallError) =>
    showAndFocus(ref.current, () => {
      setCallError(failure);
      setProblems(failure.fields);
      setBusy(undefined);
    });
  const change = (part: Partial<Draft>, field = Object.keys(part)[0] ?? '') => {
    setDraft((known) => ({ ...known, ...part }));
    setProblems((known) => without(known, field));
    setNews('');
  };
  return {
    ...{ ref, base, draft, problems, callError, news, busy, dirty },
    ...{ setBase, setDraft, setCallError, setNews, setBusy, change, refuse },
  };
}

/** Fields changed since `base` keep the typed value; all others get the saved value. */
function lay<Draft extends object>(base: Draft, mine: Draft, kept: Draft): Draft {
  const own = Object.entries(mine).filter(([name, value]) => !sameDraft(value, base[name as keyof Draft]));
  return { ...kept, ...Object.fromEntries(own) };
}
