// The form of the back office: the edited values, their problems, saving them, and merging them with the newest state if
// another person saved meanwhile.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Language, languages, languageTags } from '../../domain/languages.ts';
import { shownIn } from '../parts/form/show-saved.ts';
import { useWords, type Words } from '../parts/use-words.ts';
import { useRoot } from '../root-data.ts';
import { type Clash, findClashes, mergeDrafts, sameDraft } from './merge-drafts.ts';
import { type Act, useAction } from './use-action.ts';

export type Revision = number | string;
export type SavedDraft<Draft> = { draft: Draft; revision: Revision };

type DraftPlan<Draft, Answer> = {
  /** The saved value, or the initial value of a new form. */
  initial: Draft;
  /** Revision of the saved value. A newer revision of the page replaces it if nothing was edited, or nothing of this value changed. */
  revision?: Revision;
  /** Fields that must not be empty; their labels are marked. */
  needs?: readonly (keyof Draft & string)[];
  /** Other problems by field that are found before sending. */
  judge?(draft: Draft): Record<string, string | undefined>;
  /** The value to send, without empty rows and the like. */
  tidy?(draft: Draft): Draft;
  save(draft: Draft, revision: Revision): Promise<Answer>;
  /** Loads the saved state, for pages that stay open while others save. */
  read?(): Promise<SavedDraft<Draft>>;
  /** For fields that are more than one value: how the newest state is merged with the edits. */
  merge?(base: Draft, mine: Draft, saved: Draft): Draft;
  /** A saved value in words, for a field that may not be on the page: '' for what has none. */
  shows?(path: string, value: unknown, words: Words): string;
  /** Messages after saving, and after merging the newest state with the edits. */
  saved?: string | ((answer: Answer) => string);
  merged?: string;
  /** It was saved on the previous page. */
  isSaved?: boolean;
  /** After saving: closes a dialog. */
  onDone?(answer: Answer): void;
  /** The initial value after saving. */
  next?(sent: Draft): Draft;
  /** Where to go after saving; undefined stays on the page. */
  leaveTo?(answer: Answer): Place | string | undefined;
  /** Asks a question before sending (`AskFirst`). */
  confirms?: boolean;
  /** False if saving changes nothing else on the page. */
  reloads?: boolean;
};

export type DraftForm<Draft extends object> = ReturnType<typeof useDraft<Draft, unknown>>;

export function useDraft<Draft extends object, Answer>(plan: DraftPlan<Draft, Answer>) {
  const [language, setLanguage] = useFirstLanguage();
  const [asking, setAsking] = useState(false);
  const action = useAction({
    firstResult: plan.isSaved && typeof plan.saved === 'string' ? plan.saved : undefined,
    /** Shows the language of the first wrong text, so that its field can get the focus. */
    onRefused(fields) {
      const wrong = languages.find((each) => Object.keys(fields).some((name) => name.endsWith(`.${each}`)));
      if (wrong) setLanguage(wrong);
      // While a dialog is open, nothing behind it gets the focus.
      if (Object.keys(fields).length) setAsking(false);
    },
  });
  const typed = useTyped(plan);
  const { base, draft, setBase, setDraft } = typed;
  const { left, leave } = useLeaving();
  const judge = useJudge(plan);
  const { save, also, reload } = useSaving({ ...plan, judge }, action, typed, leave);
  const change = (part: Partial<Draft> | ((known: Draft) => Draft), field?: string) => {
    setDraft((known) => (typeof part === 'function' ? part(known) : { ...known, ...part }));
    action.clear(field === undefined ? Object.keys(part) : [field]);
  };
  return {
    ...{ ref: action.ref, fields: action.fields, problem: action.problem, error: action.error, done: action.done },
    ...{ base, draft, language, setLanguage, change, save, also },
    busy: left ? 'act' : action.busy,
    dirty: typed.dirty && !left,
    submit(event: React.FormEvent): void {
      event.preventDefault();
      if (!plan.confirms) return void save();
      if (action.check(judge(draft))) setAsking(true);
    },
    asking,
    async confirm() {
      if (await save()) setAsking(false);
    },
    stopAsking() {
      // Closing the dialog from here calls this again, and the success message must stay.
      if (!asking) return;
      setAsking(false);
      action.forget();
    },
    /** Merges the newest state with the edits. */
    reload: plan.read && reload,
    /** Continues with the earlier edits, on top of the state that was saved then. */
    restore(stored: SavedDraft<Draft> & { base: Draft }) {
      setBase({ draft: stored.base, revision: stored.revision });
      setDraft(stored.draft);
    },
    ...fieldsOf(draft, plan.needs, action.fields, change, language),
  };
}

/** The language of a form's texts: at first the reader's if the shop offers it, else the shop's first. */
function useFirstLanguage() {
  const { site, language } = useRoot();
  const [first = 'en'] = site?.languages ?? [];
  return useState<Language>(site?.languages.includes(language) ? language : first);
}

function useJudge<Draft extends object>({ needs = [], judge }: Pick<DraftPlan<Draft, unknown>, 'needs' | 'judge'>) {
  const { say } = useWords();
  const isEmpty = (value: unknown) => (typeof value === 'string' ? !value.trim() : !value);
  return (draft: Draft): Record<string, string | undefined> => ({
    ...judge?.(draft),
    ...Object.fromEntries(needs.filter((name) => isEmpty(draft[name])).map((name) => [name, say('ui.field.required')])),
  });
}

function useSaving<Draft extends object, Answer>(
  plan: DraftPlan<Draft, Answer> & { judge(draft: Draft): Record<string, string | undefined> },
  act: Act,
  { base, setBase, draft, setDraft, dirty }: Typed<Draft>,
  leave: (to: Place) => void,
) {
  const tidied = (typed: Draft) => plan.tidy?.(typed) ?? typed;
  const judged = (typed: Draft) => plan.judge(tidied(typed));
  /** `sent` is saved now; later edits stay. Returns the current revision. */
  const merge = plan.merge ?? mergeDrafts;
  const take = async (sent: Draft, onRead?: (saved: Draft) => void): Promise<Revision> => {
    if (plan.read) {
      const newest = await plan.read();
      onRead?.(newest.draft);
      setDraft((mine) => merge(sent, mine, newest.draft));
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
        // The data stays saved even if the newest state cannot be read any more: reloading the page shows the reason.
        await take(sent).catch(() => setBase((known) => ({ ...known, draft: sent })));
        plan.onDone?.(answer);
      }
      return answer;
    };
    const reloads = () => stays && plan.reloads !== false;
    return act.run(work, { judge: () => judged(typed), done: plan.saved, reloads });
  };
  /** Another action on the edited object: saves the edits before it, and takes the newest state after it. */
  const also = (what: string, work: (revision: Revision) => Promise<unknown>, done: string) => {
    const sent = dirty ? tidied(draft) : base.draft;
    const whole = async () => {
      if (dirty) await send(sent);
      await work(dirty ? await take(sent) : base.revision);
      await take(sent);
    };
    return act.run(whole, { what, done, judge: () => (dirty ? judged(draft) : {}), reloads: plan.reloads });
  };
  const clashesWith = (saved: Draft) => findClashes(base.draft, merge(base.draft, draft, saved), saved);
  return { save, also, reload: useReload(plan, act, (onRead) => take(base.draft, onRead), clashesWith) };
}

/** Merges the newest state with the edits, and marks the fields that the other person changed as well. */
function useReload<Draft extends object, Answer>(
  { merged, reloads, shows }: Pick<DraftPlan<Draft, Answer>, 'merged' | 'reloads' | 'shows'>,
  act: Act,
  take: (onRead: (saved: Draft) => void) => Promise<unknown>,
  clashesWith: (saved: Draft) => Clash[],
) {
  const words = useWords();
  const { say } = words;
  return async () => {
    let clashes: Clash[] = [];
    const look = (saved: Draft) => {
      clashes = clashesWith(saved);
    };
    const done = merged ?? say('site.setting.merged');
    const isRead = await act.run(() => take(look), { what: 'reload', done, reloads });
    if (!isRead) return;
    const marks = clashes.map((clash) => {
      const { path, theirs } = clash;
      const value = shownIn(act.ref.current, clash, words) || shows?.(path, theirs, words);
      return [path, value ? say('site.setting.clashWith', { value }) : say('site.setting.clash')];
    });
    act.check(Object.fromEntries(marks));
  };
}

type Typed<Draft extends object> = ReturnType<typeof useTyped<Draft>>;

/** The edits on top of the saved value. */
function useTyped<Draft extends object>({ initial, revision = '' }: { initial: Draft; revision?: Revision }) {
  const [base, setBase] = useState<SavedDraft<Draft>>({ draft: initial, revision });
  const [draft, setDraft] = useState(initial);
  const [seen, setSeen] = useState(revision);
  const dirty = !sameDraft(draft, base.draft);
  if (revision !== seen) {
    setSeen(revision);
    // Where another part of the object changed, the edits go on from the newest revision.
    if (!dirty || sameDraft(initial, base.draft)) setBase({ draft: initial, revision });
    if (!dirty) setDraft(initial);
  }
  return { base, setBase, draft, setDraft, dirty };
}

type Place = { to: string; state?: unknown };

/** First the question about unsaved changes is closed, then the page is left. */
function useLeaving() {
  const navigate = useNavigate();
  const [place, leave] = useState<Place>();
  useEffect(() => {
    if (place) navigate(place.to, { replace: true, state: place.state });
  }, [place, navigate]);
  return { left: place !== undefined, leave };
}

/** The key of an existing row; undefined for a new one. */
export const seenOf = (
  row: { id: string; revision: number } | undefined,
  revision: Revision | undefined = row?.revision,
) => (row ? { id: row.id, revision: Number(revision) } : {});

/** The row as it is now, for `read` of a form whose page lists its rows; one that left the list cannot be merged with. */
export function newestOf<Row extends { id: string }>({ list }: { list: Row[] }, id: string): Row {
  const row = list.find((one) => one.id === id);
  if (!row) throw new Error(`no ${id} in the list`);
  return row;
}

/** For two dates, with or without time, as fields return them. */
export const endsTooEarly = (start: string, end: string) => Boolean(start && end && end <= start);

type Texts = Partial<Record<string, string>>;

/** The properties that the kit's fields need, by the name of the field. */
function fieldsOf<Draft extends object>(
  draft: Draft,
  needs: readonly string[] = [],
  problems: Record<string, string>,
  change: (part: Partial<Draft>, field?: string) => void,
  language: Language,
) {
  const set = (name: string, value: unknown, field = name) => change({ [name]: value } as Partial<Draft>, field);
  return {
    field: <Name extends keyof Draft & string>(name: Name) => ({
      ...{ name, value: draft[name], error: problems[name], required: needs.includes(name) },
      onValue: (value: Draft[Name]) => set(name, value),
    }),
    tick: (name: keyof Draft & string) => ({
      ...{ name, checked: Boolean(draft[name]), error: problems[name] },
      onValue: (on: boolean) => set(name, on),
    }),
    /** A text in the displayed language. */
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
