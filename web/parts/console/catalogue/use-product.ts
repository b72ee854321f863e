// A product being edited: the draft is stored in the browser until it is saved, also over a reload; when another person saved
// meanwhile (200009), the newest is laid under it. Publishing saves first.
import { type RefObject, useRef, useState } from 'react';
import { send } from '../../../call.ts';
import { type CallError, describeError } from '../../describe-error.ts';
import { useWords, type Words } from '../../use-words.ts';
import { mergeTyped, sameTyped, writeAt } from './change-paths.ts';
import { judgeProduct, type Problems, withoutProblem } from './judge-product.ts';
import { documentOf, draftOf, type ProductDraft, type ProductFile, tidyDraft } from './product-draft.ts';
import { useStoredDraft } from './store-draft.ts';

export type EditorEvent = 'saved' | 'merged' | 'restored' | 'published' | 'withdrawn';
type Busy = 'save' | 'reload' | 'publish' | 'withdraw';
/** The server's data about the product; undefined before the first save. */
export type ProductHead = Omit<ProductFile, 'document'>;

export type Editing = ReturnType<typeof useProduct>;

export function useProduct(start: ProductDraft, head: ProductHead | undefined, given: EditorEvent | undefined) {
  const words = useWords();
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [file, setFile] = useState(head);
  /** Number of a product that was just made. */
  const [made, setMade] = useState<string>();
  const revision = useRef(head?.revision);
  const dirty = !sameTyped(draft, base);
  const telling = useTelling(words, given);
  const present = { base, draft, revision: revision.current ?? 0 };
  const forget = useStoredDraft(`product ${head?.id ?? 'new'}`, present, dirty, (kept) => {
    setBase(kept.base);
    setDraft(kept.draft);
    telling.setNews('restored');
    revision.current = kept.revision || undefined;
  });
  /** The newest, with what was typed since `over` laid over it. */
  const takeIn = ({ document, ...rest }: ProductFile, over: ProductDraft) => {
    const kept = draftOf(document);
    setDraft((mine) => mergeTyped(over, mine, kept));
    setBase(kept);
    setFile(rest);
    revision.current = rest.revision;
  };
  const change = (path: string, value: unknown) => {
    setDraft((known) => writeAt(known, path, value));
    telling.calm(path);
  };
  const putDraft = (tidy: ProductDraft, id?: string) => {
    setDraft(tidy);
    if (id === undefined) return;
    setBase(tidy);
    forget();
    setMade(id);
  };
  const acts = makeActs({ words, draft, base, file, dirty, revision, telling, takeIn, putDraft });
  const discard = () => {
    forget();
    location.reload();
  };
  const { problems, callError, news, busy } = telling;
  return { draft, file, problems, callError, news, busy, dirty, made, change, ...acts, discard, forget };
}

/** What is said about the last thing that was done. */
function useTelling(words: Words, given: EditorEvent | undefined) {
  const [problems, setProblems] = useState<Problems>({});
  const [callError, setCallError] = useState<CallError>();
  const [news, setNews] = useState<EditorEvent | undefined>(given);
  const [busy, setBusy] = useState<Busy>();
  const refuse = (failure: CallError) => {
    setNews(undefined);
    setCallError(failure);
    setProblems(failure.fields);
    return false;
  };
  /** True when it went through. */
  const run = async (what: Busy, work: () => Promise<EditorEvent>): Promise<boolean> => {
    setCallError(undefined);
    setProblems({});
    setNews(undefined);
    setBusy(what);
    try {
      setNews(await work());
      return true;
    } catch (error) {
      return refuse(describeError(error, words));
    } finally {
      setBusy(undefined);
    }
  };
  const calm = (path: string) => {
    setProblems((known) => withoutProblem(known, path));
    setNews(undefined);
  };
  return { problems, callError, news, busy, setNews, refuse, run, calm };
}

type Desk = {
  words: Words;
  draft: ProductDraft;
  base: ProductDraft;
  file: ProductHead | undefined;
  dirty: boolean;
  revision: RefObject<number | undefined>;
  telling: ReturnType<typeof useTelling>;
  takeIn(newest: ProductFile, over: ProductDraft): void;
  /** With a number where the product was just made. */
  putDraft(tidy: ProductDraft, id?: string): void;
};

function makeActs({ words, draft, base, file, dirty, revision, telling, takeIn, putDraft }: Desk) {
  const tidy = tidyDraft(draft);
  const isFine = (): boolean => {
    const fields = judgeProduct(tidy, words);
    if (!Object.keys(fields).length) return true;
    return telling.refuse({ text: words.say('refusal.invalidInput'), fields, code: 0 });
  };
  const own = (id: string) => ({ id, revision: revision.current ?? 0 });
  const store = async () => {
    putDraft(tidy);
    const answer = await send('consoleProductSave', { ...(file ? own(file.id) : {}), document: documentOf(tidy) });
    if (file) takeIn(await send('consoleProduct', { id: file.id }), tidy);
    else putDraft(tidy, answer.id);
  };
  const save = async () => {
    if (!isFine()) return;
    await telling.run('save', async () => {
      await store();
      return 'saved';
    });
  };
  const setState = async (state: 'published' | 'withdrawn') => {
    if (!file || (dirty && !isFine())) return;
    await telling.run(state === 'published' ? 'publish' : 'withdraw', async () => {
      if (dirty) await store();
      await send('consoleProductState', { ...own(file.id), state });
      takeIn(await send('consoleProduct', { id: file.id }), dirty ? tidy : base);
      return state;
    });
  };
  const reload = () =>
    telling.run('reload', async () => {
      if (file) takeIn(await send('consoleProduct', { id: file.id }), base);
      return 'merged';
    });
  return { save, setState, reload };
}
