// A product being edited: what is typed is kept in the browser until it is saved, also over a reload; when somebody else saved
// meanwhile (200009), the newest is laid under it. Publishing saves first.
import { useEffect, useRef, useState } from 'react';
import { send } from '../../../call.ts';
import { type Told, tellFailure } from '../../tell-failure.ts';
import { useWords } from '../../use-words.ts';
import { mergeTyped, sameTyped, writeAt } from './change-paths.ts';
import { judgeProduct, type Problems, withoutProblem } from './judge-product.ts';
import { documentOf, draftOf, type ProductDraft, type ProductFile, tidyDraft } from './product-draft.ts';

export type News = 'saved' | 'merged' | 'restored' | 'published' | 'withdrawn';
type Busy = 'save' | 'reload' | 'publish' | 'withdraw';
type Kept = { base: ProductDraft; draft: ProductDraft; revision: number };
/** What the server knows of the product; nothing of it before the first save. */
export type ProductHead = Omit<ProductFile, 'document'>;

export type Editing = ReturnType<typeof useProduct>;

export function useProduct(start: ProductDraft, head: ProductHead | undefined, given: News | undefined) {
  const words = useWords();
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [file, setFile] = useState(head);
  const [problems, setProblems] = useState<Problems>({});
  const [told, setTold] = useState<Told>();
  const [news, setNews] = useState<News | undefined>(given);
  const [busy, setBusy] = useState<Busy>();
  /** Address of a product that was just made. */
  const [made, setMade] = useState<string>();
  const revision = useRef(head?.revision);
  const dirty = !sameTyped(draft, base);
  const keep = useKeptDraft(
    `product ${head?.id ?? 'new'}`,
    { base, draft, revision: file?.revision ?? 0 },
    dirty,
    (kept) => {
      setBase(kept.base);
      setDraft(kept.draft);
      setNews('restored');
      revision.current = kept.revision || undefined;
    },
  );
  const change = (path: string, value: unknown) => {
    setDraft((known) => writeAt(known, path, value));
    setProblems((known) => withoutProblem(known, path));
    setNews(undefined);
  };
  /** True when it went through. */
  const run = async (what: Busy, work: () => Promise<News>): Promise<boolean> => {
    setTold(undefined);
    setNews(undefined);
    setBusy(what);
    let done = true;
    try {
      setNews(await work());
    } catch (error) {
      const failure = tellFailure(error, words);
      setTold(failure);
      setProblems(failure.fields);
      done = false;
    }
    setBusy(undefined);
    return done;
  };
  const takeIn = (newest: ProductFile, over: ProductDraft) => {
    const { document, ...rest } = newest;
    const kept = draftOf(document);
    setDraft((mine) => mergeTyped(over, mine, kept));
    setBase(kept);
    setFile(rest);
    revision.current = newest.revision;
  };
  /** The product's number, or nothing when something is wrong with it. */
  const store = async (): Promise<string> => {
    const tidy = tidyDraft(draft);
    setDraft(tidy);
    const answer = await send('consoleProductSave', {
      ...(file ? { id: file.id, revision: revision.current ?? file.revision } : {}),
      document: documentOf(tidy),
    });
    if (file) takeIn(await send('consoleProduct', { id: answer.id }), tidy);
    else {
      setBase(tidy);
      keep.drop();
      setMade(answer.id);
    }
    return answer.id;
  };
  const judge = (): boolean => {
    const found = judgeProduct(tidyDraft(draft), words);
    setProblems(found);
    if (!Object.keys(found).length) return true;
    setNews(undefined);
    setTold({ text: words.say('refusal.invalidInput'), fields: found, code: 0 });
    return false;
  };
  const save = async () => {
    if (!judge()) return false;
    return run('save', async () => {
      await store();
      return 'saved';
    });
  };
  const setState = async (state: 'published' | 'withdrawn') => {
    if (!file || (dirty && !judge())) return false;
    return run(state === 'published' ? 'publish' : 'withdraw', async () => {
      if (dirty) await store();
      await send('consoleProductState', { id: file.id, revision: revision.current ?? file.revision, state });
      takeIn(await send('consoleProduct', { id: file.id }), tidyDraft(draft));
      return state;
    });
  };
  const reload = () =>
    run('reload', async () => {
      if (file) takeIn(await send('consoleProduct', { id: file.id }), base);
      setProblems({});
      return 'merged';
    });
  const discard = () => {
    keep.drop();
    location.reload();
  };
  return {
    draft,
    file,
    problems,
    told,
    news,
    busy,
    dirty,
    made,
    change,
    save,
    setState,
    reload,
    discard,
    forget: keep.drop,
  };
}

/** Kept in the browser's tab while it differs from what is saved. */
function useKeptDraft(key: string, present: Kept, dirty: boolean, restore: (kept: Kept) => void) {
  const [ready, setReady] = useState(false);
  const dropped = useRef(false);
  const restoring = useRef(restore);
  useEffect(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
      if (kept) restoring.current(kept);
    } catch {
      sessionStorage.removeItem(key);
    }
    setReady(true);
  }, [key]);
  useEffect(() => {
    if (!ready || dropped.current) return;
    if (!dirty) return sessionStorage.removeItem(key);
    const write = () => {
      if (!dropped.current) storeText(key, JSON.stringify(present));
    };
    const timer = setTimeout(write, 250);
    addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', write);
    };
  });
  return {
    drop: () => {
      dropped.current = true;
      sessionStorage.removeItem(key);
    },
  };
}

/** A browser that has no room left keeps the older state. */
function storeText(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {}
}
