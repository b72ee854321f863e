// A product that is edited: the draft is stored in the browser until it is saved, even over a reload; if another person saved
// meanwhile (200009), the newest state is merged with it. Publishing saves first.
import { useState } from 'react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { fieldAt } from '../../../../domain/field-kinds.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { send } from '../../../call.ts';
import { mergeDrafts } from '../../../console-kit/merge-drafts.ts';
import { useDeskMe } from '../../../console-kit/use-desk-me.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { sayYesNo, shortened } from '../../form/show-saved.ts';
import { useWords, type Words } from '../../use-words.ts';
import { keepKeys, readAt, writeAt } from './change-paths.ts';
import { judgeProduct } from './judge-product.ts';
import { documentOf, type ProductDraft, type ProductFile, productDraftOf, tidyDraft } from './product-draft.ts';
import { useStoredDraft } from './store-draft.ts';

/** The server's data about the product; undefined before the first save. */
export type ProductHead = Omit<ProductFile, 'document'>;

export type Editing = ReturnType<typeof useProduct>;

/** `isSaved`: it was created a moment ago, on the page of a new product. */
export function useProduct(start: ProductDraft, head: ProductHead | undefined, isSaved: boolean) {
  const words = useWords();
  const { say } = words;
  const [file, setFile] = useState(head);
  const [first] = useState({ initial: start, revision: head?.revision ?? 0 });
  const [restored, setRestored] = useState(false);
  const read = async (id: string) => {
    const { document, ...rest } = await send('consoleProduct', { id });
    setFile(rest);
    return { draft: productDraftOf(document), revision: rest.revision };
  };
  const form = useDraft({
    ...{ ...first, isSaved, reloads: false },
    judge: (draft) => judgeProduct(draft, words),
    // Saving gives new rows: each stays the row that it was, with the focus in it.
    tidy: (draft) => keepKeys(draft, tidyDraft(draft)),
    merge: (base, mine, saved) => keepKeys(mine, mergeDrafts(base, mine, saved)),
    save: (draft, revision) =>
      send('consoleProductSave', {
        ...(file ? { id: file.id, revision: Number(revision) } : {}),
        document: documentOf(draft),
      }),
    read: file && (() => read(file.id)),
    leaveTo: ({ id }) =>
      file ? undefined : { to: consolePaths.product(id, new URLSearchParams(location.search)), state: { saved: true } },
    saved: say('editing.result.saved'),
    merged: say('editing.result.merged'),
    shows: showSaved,
  });
  const { base, draft, dirty, change } = form;
  const stored = { base: base.draft, draft, revision: base.revision };
  const person = useDeskMe().email;
  const forget = useStoredDraft({ key: `product ${head?.id ?? 'new'}`, person }, stored, dirty, (known) => {
    form.restore(known);
    setRestored(true);
  });
  return {
    ...{ draft, dirty, file, forget, restored },
    ...{ problems: form.fields, error: form.error, done: form.done, busy: form.busy },
    ...{ save: form.save, reload: form.reload },
    /** A function computes the value from the current one: when an upload ends, other fields may have changed. */
    change(path: string, value: unknown) {
      setRestored(false);
      const next = (known: ProductDraft) => (typeof value === 'function' ? value(readAt(known, path)) : value);
      change((known) => writeAt(known, path, next(known)), path);
    },
    async setState(state: 'published' | 'withdrawn') {
      if (!file) return;
      const work = (revision: number | string) =>
        send('consoleProductState', { id: file.id, revision: Number(revision), state });
      await form.also('state', work, describeState(draft, state, words));
    },
    discard() {
      forget();
      location.reload();
    },
  };
}

function describeState(draft: ProductDraft, state: 'published' | 'withdrawn', { say }: Words): string {
  if (state === 'withdrawn' || mayBeCancelled(draft)) return say(`editing.result.${state}`);
  return say('editing.result.publishedFixed', { tab: say('editing.tab.rules') });
}

/** Whether any booking of it can be cancelled at all, free of charge or for a fee. */
const mayBeCancelled = ({ refundRules, freeCancelDays, packages }: ProductDraft): boolean =>
  Boolean(freeCancelDays) ||
  [refundRules, ...packages.map((one) => one.refundRules)].some((rules) => Boolean(rules?.length));

/** Values that are text in the draft are shown as they are typed; codes of choices and numbers of records are not. */
const plainKinds = new Set(['text', 'texts', 'code', 'whole', 'degrees', 'price', 'session']);

/** Of a field on another tab. */
function showSaved(path: string, value: unknown, words: Words): string {
  const kind = fieldAt(productFields, path.replace(/\.[a-z]{2}(_[A-Z]{2})?$/, ''))?.kind ?? '';
  if (typeof value === 'string') return plainKinds.has(kind) ? shortened(value) : '';
  if (typeof value === 'boolean') return sayYesNo(value, words);
  if (!Array.isArray(value) || !['lines', 'words'].includes(kind)) return '';
  return shortened(words.join(value.map(String)));
}
