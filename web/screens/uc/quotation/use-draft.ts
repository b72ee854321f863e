// A quotation while its agent edits it: its values, whether it is saved, the fields that the server refused.
import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { addDays, openDay } from '../../../../domain/dates.ts';
import { usualGuests } from '../../../../domain/rooms.ts';
import { send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';

export type Saved = OutputOf<'quotation'>;
type SavedLine = Saved['lines'][number];
export type DraftLine = Omit<SavedLine, 'details' | 'problem' | 'amount' | 'net' | 'retail'> & {
  key: number;
  /** The calculation at the time of saving; undefined since a change. */
  priced: Pick<SavedLine, 'problem' | 'amount' | 'net' | 'retail'> | undefined;
};
type Head = Omit<InputOf<'quotationSave'>, 'id' | 'revision' | 'lines'>;
export type QuotationDraft = Required<Head> & { lines: DraftLine[] };

const usualDays = 14;

function toDraft(saved: Saved): QuotationDraft {
  const { customerName, customerEmail, language, currency, title, greeting, terms, validUntil, percent, target } =
    saved;
  return {
    ...{ customerName, customerEmail, language, currency, title, greeting, terms, validUntil, percent, target },
    lines: saved.lines.map(({ details: _, problem, amount, net, retail, ...line }, key) => ({
      ...line,
      key: key + 1,
      priced: { problem, amount, net, retail },
    })),
  };
}

export const emptyLine = (key: number): DraftLine => ({
  ...{ key, priced: undefined, productId: '', packageId: '', skuId: '', playOn: '', session: '', untilOn: '' },
  ...{ quantity: 1, guests: null, addOns: [], dayOn: '', percent: '', title: '', text: '', price: '', name: '' },
});

/** One more room of the same line, for other guests. */
export const addSameRoom = (line: DraftLine, key: number): DraftLine => ({
  ...line,
  ...{ key, quantity: 1, guests: null, addOns: [], priced: undefined },
});

/** The first options of a product, so that most lines only need a day. */
export function fillFirst(line: DraftLine, product: Quoted | null | undefined): DraftLine {
  const first = product?.packages[0];
  const chosen = product?.packages.find((pack) => pack.id === line.packageId);
  // Its package no longer asks for guests.
  if (chosen && line.guests && !usualGuests(chosen)) return { ...line, guests: null };
  if (!first || line.packageId) return line;
  return {
    ...line,
    packageId: first.id,
    skuId: first.skus[0]?.id ?? '',
    playOn: first.openDays === null ? (first.nextOn ?? '') : openDay,
    session: first.nextSession,
  };
}

export function useQuotationDraft(saved: Saved | null, today: string) {
  const words = useWords();
  const root = useRoot();
  const fresh: QuotationDraft = {
    ...{
      customerName: '',
      customerEmail: '',
      title: '',
      greeting: '',
      terms: '',
      percent: '10',
      target: '',
      lines: [],
    },
    ...{ language: root.language, currency: root.currency, validUntil: addDays(today, usualDays) },
  };
  const [draft, setDraft] = useState<QuotationDraft>(saved ? toDraft(saved) : fresh);
  const [dirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (next: Partial<QuotationDraft>) => {
    setDraft((known) => ({ ...known, ...next }));
    setDirty(true);
  };
  const changeLine = (key: number, make: (line: DraftLine) => DraftLine) => {
    setDraft((known) => ({
      ...known,
      lines: known.lines.map((line) => (line.key === key ? { ...make(line), priced: undefined } : line)),
    }));
    setDirty(true);
  };
  /** `next` shows the saved quotation; until it ends, the page is busy. */
  const save = async (next: (saved: Saved) => Promise<unknown>) => {
    setBusy(true);
    setProblem('');
    try {
      const lines = draft.lines.map(({ key: _, priced: __, name: ___, ...line }) => line);
      const answer = await send('quotationSave', {
        ...draft,
        lines,
        ...(saved ? { id: saved.id, revision: saved.revision } : {}),
      });
      setDraft(toDraft(answer));
      setDirty(false);
      setErrors({});
      await next(answer);
    } catch (error) {
      const failure = describeError(error, words);
      setErrors(failure.fields);
      setProblem(failure.text);
    } finally {
      setBusy(false);
    }
  };
  return { draft, dirty, errors, problem, busy, change, changeLine, save };
}

export type OpenDraft = ReturnType<typeof useQuotationDraft>;
