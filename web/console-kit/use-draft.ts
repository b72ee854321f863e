// The one form of the back office: what is typed, what is wrong with it, saving it, and the newest laid under what was typed when
// another person saved meanwhile.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Language, languages, languageTags } from '../../domain/languages.ts';
import { useWords } from '../parts/use-words.ts';
import { mergeDrafts, sameDraft } from './merge-drafts.ts';
import { type Act, useAction } from './use-action.ts';

export type Revision = number | string;
export type SavedDraft<Draft> = { draft: Draft; revision: Revision };

type DraftPlan<Draft, Answer> = {
  /** What is saved, or what a new form starts with. */
  given: Draft;
  /** Of what is saved. Where nothing was typed, a page's newer revision takes the place of the older one. */
  revision?: Revision;
  /** Problems per field that are found before anything is sent. */
  judge?(draft: Draft): Record<string, string | undefined>;
  /** What is sent, where rows that nobody filled and the like are left out. */
  tidy?(draft: Draft): Draft;
  save(draft: Draft, revision: Revision): Promise<Answer>;
  /** Loads the saved state, for pages that stay open while others save too. */
  read?(): Promise<SavedDraft<Draft>>;
  /** Where a field is more than one value: how the newest is laid under what was typed. */
  merge?(base: Draft, mine: Draft, saved: Draft): Draft;
  /** Said once it is saved, and once the newest was laid under what was typed. */
  saved?: string | ((answer: Answer) => string);
  merged?: string;
  /** It was saved on the page before. */
  isSaved?: boolean;
  /** After saving: closes a dialog. */
  onDone?(answer: Answer): void;
  /** What the form starts with again after saving. */
  next?(sent: Draft): Draft;
  /** Where to go after saving; undefined stays. */
  leaveTo?(answer: Answer): Place | string | undefined;
  /** A question comes before anything is sent (`AskFirst`). */
  asks?: boolean;
  /** False where nothing else on the page changes by it. */
  reloads?: boolean;
};

export type DraftForm<Draft extends object> = ReturnType<typeof useDraft<Draft, unknown>>;

export function useDraft<Draft extends object, Answer>(plan: DraftPlan<Draft, Answer>) {
  const [language, setLanguage] = useState<Language>('en');
  const [asking, setAsking] = useState(false);
  const act = useAction({
    said: plan.isSaved && typeof plan.saved === 'string' ? plan.saved : undefined,
    /** The language of the first text that is wrong comes up, so that its field can take the focus. */
    onRefused(fields) {
      const wrong = languages.find((each) => Object.keys(fields).some((name) => name.endsWith(`.${each}`)));
      if (wrong) setLanguage(wrong);
      // While a dialog is open nothing behind it takes the focus.
      if (Object.keys(fields).length) setAsking(false);
    },
  });
  const typed = useTyped(plan);
  const { base, draft, setBase, setDraft } = typed;
  const { left, leave } = useLeaving();
  const { save, also, reload } = useSaving(plan, act, typed, leave);
  const change = (part: Partial<Draft> | ((known: Draft) => Draft), field?: string) => {
    setDraft((known) => (typeof part === 'function' ? part(known) : { ...known, ...part }));
    act.clear(field === undefined ? Object.keys(part) : [field]);
  };
  return {
    ...{ ref: act.ref, fields: act.fields, problem: act.problem, error: act.error, done: act.done },
    ...{ base, draft, language, setLanguage, change, save, also },
    busy: left ? 'act' : act.busy,
    dirty: typed.dirty && !left,
    submit(event: React.FormEvent) {
      event.preventDefault();
      if (!plan.asks) return void save();
      if (act.check(plan.judge?.(draft) ?? {})) setAsking(true);
    },
    asking,
    async confirm() {
      if (await save()) setAsking(false);
    },
    stopAsking() {
      // Closing the dialog from here calls this again, and the message that it is done must stay.
      if (!asking) return;
      setAsking(false);
      act.forget();
    },
    /** Lays the newest under what was typed. */
    reload: plan.read && reload,
    /** Goes on with what was typed before, over what was saved then. */
    restore(stored: SavedDraft<Draft> & { base: Draft }) {
      setBase({ draft: stored.base, revision: stored.revision });
      setDraft(stored.draft);
    },
    ...fieldsOf(draft, act.fields, change, language),
  };
}

function useSaving<Draft extends object, Answer>(
  plan: DraftPlan<Draft, Answer>,
  act: Act,
  { base, setBase, draft, setDraft, dirty }: Typed<Draft>,
  leave: (to: Place) => void,
) {
  const { say } = useWords();
  const tidied = (typed: Draft) => plan.tidy?.(typed) ?? typed;
  const judged = (typed: Draft) => plan.judge?.(tidied(typed)) ?? {};
  /** `sent` is saved now; what was typed since stays. Gives the revision that holds then. */
  const take = async (sent: Draft): Promise<Revision> => {
    if (plan.read) {
      const newest = await plan.read();
      setDraft((mine) => (plan.merge ?? mergeDrafts)(sent, mine, newest.draft));
      setBase(newest);
      return newest.revision;
    }
    const next = plan.next?.(sent) ?? sent;
    setBase((known) => ({ ...known, draft: next }));
    setDraft((mine) => (mine === sent ? next : mine));
    return base.revision;
  };
  const send = (sent: Draft) => {
    setDraft((mine) => (mine === draft ? sent : mine));
    return plan.save(sent, base.revision);
  };
  const save = async (typed = draft) => {
    let stays = true;
    const work = async () => {
      const sent = tidied(typed);
      const answer = await send(sent);
      const to = plan.leaveTo?.(answer);
      stays = to === undefined;
      if (to !== undefined) leave(typeof to === 'string' ? { to } : to);
      else {
        // What was saved stays saved where the newest cannot be read any more: the page, loaded anew, says why.
        await take(sent).catch(() => setBase((known) => ({ ...known, draft: sent })));
        plan.onDone?.(answer);
      }
      return answer;
    };
    const reloads = () => stays && plan.reloads !== false;
    return act.run(work, { judge: () => judged(typed), done: plan.saved, reloads });
  };
  /** Another action on what is edited: what is typed is saved before it, the newest is taken after it. */
  const also = (what: string, work: (revision: Revision) => Promise<unknown>, done: string) => {
    const sent = dirty ? tidied(draft) : base.draft;
    const whole = async () => {
      if (dirty) await send(sent);
      await work(dirty ? await take(sent) : base.revision);
      await take(sent);
    };
    return act.run(whole, { what, done, judge: () => (dirty ? judged(draft) : {}), reloads: plan.reloads });
  };
  const merged = plan.merged ?? say('site.setting.merged');
  const reload = () => act.run(() => take(base.draft), { what: 'reload', done: merged, reloads: plan.reloads });
  return { save, also, reload };
}

type Typed<Draft extends object> = ReturnType<typeof useTyped<Draft>>;

/** What is typed over what is saved. */
function useTyped<Draft extends object>({ given, revision = '' }: { given: Draft; revision?: Revision }) {
  const [base, setBase] = useState<SavedDraft<Draft>>({ draft: given, revision });
  const [draft, setDraft] = useState(given);
  const [seen, setSeen] = useState(revision);
  const dirty = !sameDraft(draft, base.draft);
  if (revision !== seen) {
    setSeen(revision);
    if (!dirty) {
      setBase({ draft: given, revision });
      setDraft(given);
    }
  }
  return { base, setBase, draft, setDraft, dirty };
}

type Place = { to: string; state?: unknown };

/** First the question about unsaved work goes away, then the page is left. */
function useLeaving() {
  const navigate = useNavigate();
  const [place, leave] = useState<Place>();
  useEffect(() => {
    if (place) navigate(place.to, { replace: true, state: place.state });
  }, [place, navigate]);
  return { left: place !== undefined, leave };
}

/** What a row that exists already is saved under; nothing for a new one. */
export const seenOf = (row: { id: string; revision: number } | undefined) =>
  row ? { id: row.id, revision: row.revision } : {};

/** Of two minutes or days as fields give them. */
export const endsTooEarly = (start: string, end: string) => Boolean(start && end && end <= start);

type Texts = Partial<Record<string, string>>;

/** What the kit's fields need, by the name of what they change. */
function fieldsOf<Draft extends object>(
  draft: Draft,
  problems: Record<string, string>,
  change: (part: Partial<Draft>, field?: string) => void,
  language: Language,
) {
  const set = (name: string, value: unknown, field = name) => change({ [name]: value } as Partial<Draft>, field);
  return {
    field: <Name extends keyof Draft & string>(name: Name) => ({
      ...{ name, value: draft[name], error: problems[name] },
      onValue: (value: Draft[Name]) => set(name, value),
    }),
    tick: (name: keyof Draft & string) => ({
      ...{ name, checked: Boolean(draft[name]), error: problems[name] },
      onChange: ({ target }: { target: { checked: boolean } }) => set(name, target.checked),
    }),
    /** A text in the language that is shown. */
    text(name: keyof Draft & string) {
      const texts = (draft[name] ?? {}) as Texts;
      return {
        error: problems[`${name}.${language}`],
        lang: languageTags[language],
        value: texts[language] ?? '',
        placeholder: language === 'en' ? undefined : texts.en,
        onValue: (text: string) => set(name, { ...texts, [language]: text }, `${name}.${language}`),
      };
    },
  };
}
