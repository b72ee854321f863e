// One agent price: for whom, on what, how much, and what it comes to. What exists keeps its target; only the price changes.

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { ActFoot } from '../../../console-kit/act-dialog.tsx';
import { ChoiceField, InputField } from '../../../console-kit/form-fields.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Field, SelectInput } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import {
  inputOf,
  type Kind,
  levels,
  nameSku,
  type PriceList,
  type RuleForm,
  readValue,
  tellResult,
} from './price-rules.ts';

type PriceFormProps = {
  productId: string;
  list: PriceList;
  start: RuleForm;
  /** Of an existing rule, whose target stays. */
  fixed: boolean;
  maySearch: boolean;
  onDone(): void;
};

export function PriceForm({ productId, list, start, fixed, maySearch, onDone }: PriceFormProps) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<RuleForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const value = readValue(form, list);
  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    const found: Record<string, string> = {};
    if (value === undefined)
      found.value = say(form.kind === 'percent' ? 'prices.percentFormat' : 'catalogue.priceFormat', {
        currency: list.currency,
      });
    if (form.who === 'partner' && !/^\d{1,18}$/.test(form.partnerId.trim())) found.partnerId = say('field.choose');
    setErrors(found);
    setProblem('');
    if (value === undefined || found.partnerId) return;
    setBusy(true);
    try {
      await send('consolePriceRuleSave', inputOf(form, value, productId));
      await revalidate();
      onDone();
    } catch (error) {
      const callError = describeError(error, words);
      setErrors(callError.fields);
      setProblem(callError.text);
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <Target {...{ list, form, fixed, maySearch, errors, set }} />
      <Amount list={list} form={form} error={errors.value} set={set} />
      {value !== undefined && <Result list={list} form={form} value={value} />}
      {problem && <Notice tone="bad" title={problem} />}
      <ActFoot act={say('settings.save')} busy={busy} onClose={onDone} />
    </form>
  );
}

type PartProps = { list: PriceList; form: RuleForm; set(part: Partial<RuleForm>): void };

type TargetProps = PartProps & { fixed: boolean; maySearch: boolean; errors: Record<string, string> };

function Target({ list, form, fixed, maySearch, errors, set }: TargetProps) {
  const { say } = useWords();
  const pickSku = (skuId: string) => set(skuId ? { skuId } : { skuId, kind: 'percent' });
  return (
    <>
      <ChoiceField
        label={say('prices.on')}
        error={errors.skuId}
        disabled={fixed}
        value={form.skuId}
        onPick={pickSku}
        options={list.skus.map((one) => [one.id, nameSku(one)] as const)}
        none={say('prices.all')}
      />
      <Field label={say('prices.for')}>
        {(ids) => (
          <SelectInput
            ids={ids}
            disabled={fixed}
            value={form.who === 'level' ? form.level : 'partner'}
            onChange={({ target }) =>
              set(target.value === 'partner' ? { who: 'partner' } : { who: 'level', level: target.value })
            }
          >
            {levels.map((one) => (
              <option key={one} value={one}>
                {say('prices.level', { level: one })}
              </option>
            ))}
            <option value="partner">{say('prices.onePartner')}</option>
          </SelectInput>
        )}
      </Field>
      {form.who === 'partner' && <TargetPartner {...{ list, form, fixed, maySearch, errors, set }} />}
    </>
  );
}

/** Searched for by those who may see partners, else named by number. */
function TargetPartner({ form, fixed, maySearch, errors, set }: TargetProps) {
  const { say } = useWords();
  if (fixed) return <p className="font-medium">{form.partnerName}</p>;
  if (maySearch) return <PickPartner form={form} error={errors.partnerId} set={set} />;
  return (
    <InputField
      label={say('prices.partnerNumber')}
      hint={say('prices.partnerNumberHint')}
      error={errors.partnerId}
      inputMode="numeric"
      maxLength={18}
      value={form.partnerId}
      onText={(text) => set({ partnerId: text })}
    />
  );
}

type Partner = OutputOf<'consolePartners'>['list'][number];

function PickPartner({ form, error, set }: { form: RuleForm; error?: string; set(part: Partial<RuleForm>): void }) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Partner[]>();
  useEffect(() => {
    let wanted = true;
    const take = (list: Partner[]) => {
      if (wanted) setFound(list);
    };
    const timer = setTimeout(() => {
      send('consolePartners', { query, size: 8 }).then(
        (answer) => take(answer.list.filter((one) => one.registrant !== 'individual')),
        () => take([]),
      );
    }, 200);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [query]);
  return (
    <div className="grid gap-2">
      <InputField
        label={say('prices.searchPartner')}
        error={error}
        maxLength={80}
        value={query}
        placeholder={say('partners.search')}
        onText={setQuery}
      />
      <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
        <legend className="sr">{say('prices.onePartner')}</legend>
        {found?.map((one) => (
          <label
            key={one.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 hover:bg-canvas"
          >
            <input
              type="radio"
              name="partner"
              className="size-5 shrink-0 accent-brand"
              checked={form.partnerId === one.id}
              onChange={() => set({ partnerId: one.id, partnerName: one.name })}
            />
            <span className="min-w-0">
              {one.name} <span className="block text-sm break-all text-quiet">{one.mainEmail}</span>
            </span>
          </label>
        ))}
        {found?.length === 0 && <p className="text-sm text-quiet">{say('search.none')}</p>}
      </fieldset>
    </div>
  );
}

const kinds: Kind[] = ['percent', 'amount', 'fixed'];

function Amount({ list, form, error, set }: PartProps & { error?: string }) {
  const { say } = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        label={say('prices.kind')}
        hint={form.skuId ? undefined : say('prices.percentOnly')}
        value={form.kind}
        onPick={(typed) => set({ kind: kinds.find((one) => one === typed) ?? 'percent' })}
        options={kinds.filter((one) => form.skuId || one === 'percent')}
        word="prices.kind"
      />
      <InputField
        label={`${say('prices.value')} (${form.kind === 'percent' ? '%' : list.currency})`}
        error={error}
        required
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
        value={form.value}
        onText={(text) => set({ value: text })}
      />
    </div>
  );
}

function Result({ list, form, value }: { list: PriceList; form: RuleForm; value: number }) {
  const words = useWords();
  const skus = list.skus.filter((one) => !form.skuId || one.id === form.skuId);
  return (
    <div className="max-h-48 overflow-y-auto rounded-lg bg-canvas p-3 text-sm" aria-live="polite">
      <p className="font-medium">{words.say('prices.result')}</p>
      <ul>
        {skus.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-4">
            <span>{nameSku(one)}</span>
            <span className="font-semibold tabular-nums">
              {tellResult(one, { kind: form.kind, value }, list, words)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
