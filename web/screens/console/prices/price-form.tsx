// One agent price: for whom, on what, how much, and what it comes to. What exists keeps its target; only the price changes.

import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActFoot } from '../../../console-kit/act-dialog.tsx';
import { ChoiceField, InputField } from '../../../console-kit/form-fields.tsx';
import { useAct } from '../../../console-kit/use-act.ts';
import { useRead } from '../../../console-kit/use-read.ts';
import { useWords } from '../../../parts/use-words.ts';
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
  const { say } = useWords();
  const [form, setForm] = useState(start);
  const act = useAct();
  const errors = act.fields;
  const set = (part: Partial<RuleForm>) => {
    setForm({ ...form, ...part });
    act.forget();
  };
  const value = readValue(form, list);
  const wrongValue = say(form.kind === 'percent' ? 'editing.price.percentFormat' : 'editing.priceFormat', {
    currency: list.currency,
  });
  const judge = () => ({
    value: value === undefined ? wrongValue : undefined,
    partnerId: form.who === 'partner' && !/^\d{1,18}$/.test(form.partnerId.trim()) ? say('ui.field.choose') : undefined,
  });
  const save = act.submit(() => send('consolePriceRuleSave', inputOf(form, value ?? 0, productId)), { judge, onDone });
  return (
    <form ref={act.ref} noValidate onSubmit={save} className="grid gap-4">
      <Target {...{ list, form, fixed, maySearch, errors, set }} />
      <Amount list={list} form={form} error={errors.value} set={set} />
      {value !== undefined && <Result list={list} form={form} value={value} />}
      {act.error?.text && <Notice tone="bad" title={act.error.text} />}
      <ActFoot act={say('site.setting.save')} busy={act.busy !== undefined} onClose={onDone} />
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
        label={say('editing.price.on')}
        error={errors.skuId}
        disabled={fixed}
        value={form.skuId}
        onPick={pickSku}
        options={list.skus.map((one) => [one.id, nameSku(one)] as const)}
        none={say('editing.price.all')}
      />
      <ChoiceField
        label={say('editing.price.for')}
        disabled={fixed}
        value={form.who === 'level' ? form.level : 'partner'}
        onPick={(one) => set(one === 'partner' ? { who: 'partner' } : { who: 'level', level: one })}
        options={[
          ...levels.map((one) => [one, say('editing.price.level', { level: one })] as const),
          ['partner', say('editing.price.onePartner')],
        ]}
      />
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
      label={say('editing.price.partnerNumber')}
      hint={say('editing.price.partnerNumberHint')}
      error={errors.partnerId}
      inputMode="numeric"
      maxLength={18}
      value={form.partnerId}
      onText={(text) => set({ partnerId: text })}
    />
  );
}

function PickPartner({ form, error, set }: { form: RuleForm; error?: string; set(part: Partial<RuleForm>): void }) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const answer = useRead('consolePartners', { query, size: 8 });
  const list = answer.found?.list.filter((one) => one.registrant !== 'individual');
  const found = list ?? (answer.problem === undefined ? undefined : []);
  return (
    <div className="grid gap-2">
      <InputField
        label={say('editing.price.searchPartner')}
        error={error}
        maxLength={80}
        value={query}
        placeholder={say('partner.search')}
        onText={setQuery}
      />
      <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
        <legend className="sr">{say('editing.price.onePartner')}</legend>
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
        {found?.length === 0 && <p className="text-sm text-quiet">{say('catalog.search.none')}</p>}
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
        label={say('editing.price.kind')}
        hint={form.skuId ? undefined : say('editing.price.percentOnly')}
        value={form.kind}
        onPick={(typed) => set({ kind: kinds.find((one) => one === typed) ?? 'percent' })}
        options={kinds.filter((one) => form.skuId || one === 'percent')}
        word="editing.price.kind"
      />
      <InputField
        label={`${say('editing.price.value')} (${form.kind === 'percent' ? '%' : list.currency})`}
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
      <p className="font-medium">{words.say('editing.price.result')}</p>
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
