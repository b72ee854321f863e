// One agent price: for whom, on what, how much, and what it comes to. What exists keeps its target; only the price changes.

import { useState } from 'react';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { useRead } from '../../../console-kit/use-read.ts';
import { ChoiceField, InputField, RadioField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import {
  type Kind,
  levels,
  nameOfSku,
  type PriceList,
  type RuleDraft,
  readValue,
  ruleInput,
  tellResult,
} from './price-rules.ts';

type PriceFormProps = {
  productId: string;
  list: PriceList;
  start: RuleDraft;
  /** Of an existing rule, whose target stays. */
  fixed: boolean;
  maySearch: boolean;
  onDone(): void;
};

export function PriceForm({ productId, list, start, fixed, maySearch, onDone }: PriceFormProps) {
  const { say } = useWords();
  const wrongValue = (kind: Kind) =>
    say(kind === 'percent' ? 'editing.price.percentFormat' : 'editing.priceFormat', { currency: list.currency });
  const form = useDraft({
    given: start,
    judge: (draft) => ({
      value: readValue(draft, list) === undefined ? wrongValue(draft.kind) : undefined,
      partnerId:
        draft.who === 'partner' && !/^\d{1,18}$/.test(draft.partnerId.trim()) ? say('ui.field.choose') : undefined,
    }),
    save: (draft) => send('consolePriceRuleSave', ruleInput(draft, readValue(draft, list) ?? 0, productId)),
    onDone,
  });
  const value = readValue(form.draft, list);
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onDone}>
      <Target {...{ list, form, fixed, maySearch }} />
      <Amount list={list} form={form} />
      {value !== undefined && <Result list={list} draft={form.draft} value={value} />}
    </DialogForm>
  );
}

type PartProps = { list: PriceList; form: DraftForm<RuleDraft> };
type TargetProps = PartProps & { fixed: boolean; maySearch: boolean };

function Target({ list, form, fixed, maySearch }: TargetProps) {
  const { say } = useWords();
  const { draft, field, change } = form;
  return (
    <>
      <ChoiceField
        {...field('skuId')}
        label={say('editing.price.on')}
        disabled={fixed}
        onValue={(skuId) => change(skuId ? { skuId } : { skuId, kind: 'percent' })}
        options={list.skus.map((sku) => [sku.id, nameOfSku(sku)] as const)}
        none={say('editing.price.all')}
      />
      <ChoiceField
        label={say('editing.price.for')}
        disabled={fixed}
        value={draft.who === 'level' ? draft.level : 'partner'}
        onValue={(chosen) => change(chosen === 'partner' ? { who: 'partner' } : { who: 'level', level: chosen })}
        options={[
          ...levels.map((level) => [level, say('editing.price.level', { level })] as const),
          ['partner', say('editing.price.onePartner')] as const,
        ]}
      />
      {draft.who === 'partner' && <TargetPartner {...{ list, form, fixed, maySearch }} />}
    </>
  );
}

/** Searched for by those who may see partners, else named by number. */
function TargetPartner({ form, fixed, maySearch }: TargetProps) {
  const { say } = useWords();
  if (fixed) return <p className="font-medium">{form.draft.partnerName}</p>;
  if (maySearch) return <PickPartner form={form} />;
  return (
    <InputField
      {...form.field('partnerId')}
      label={say('editing.price.partnerNumber')}
      hint={say('editing.price.partnerNumberHint')}
      inputMode="numeric"
      maxLength={18}
    />
  );
}

function PickPartner({ form: { draft, fields, change } }: { form: DraftForm<RuleDraft> }) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const answer = useRead('consolePartners', { query, size: 8 });
  const list = answer.found?.list.filter(({ registrant }) => registrant !== 'individual');
  const found = list ?? (answer.problem === undefined ? undefined : []);
  const nameOf = (partner: { name: string; mainEmail: string }) => (
    <span className="min-w-0">
      {partner.name} <span className="block text-sm break-all text-quiet">{partner.mainEmail}</span>
    </span>
  );
  return (
    <div className="grid gap-2">
      <InputField
        label={say('editing.price.searchPartner')}
        error={fields.partnerId}
        maxLength={80}
        value={query}
        placeholder={say('partner.search')}
        onValue={setQuery}
      />
      <RadioField
        name="partner"
        legend={say('editing.price.onePartner')}
        legendClass="sr"
        className="grid max-h-56 gap-1 overflow-y-auto"
        value={draft.partnerId}
        options={found?.map((partner) => [partner.id, nameOf(partner)] as const) ?? []}
        onValue={(partnerId) =>
          change({ partnerId, partnerName: found?.find(({ id }) => id === partnerId)?.name ?? '' })
        }
      />
      {found?.length === 0 && <p className="text-sm text-quiet">{say('catalog.search.none')}</p>}
    </div>
  );
}

const kinds: readonly Kind[] = ['percent', 'amount', 'fixed'];

function Amount({ list, form: { draft, field } }: PartProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        {...field('kind')}
        label={say('editing.price.kind')}
        hint={draft.skuId ? undefined : say('editing.price.percentOnly')}
        options={kinds.filter((kind) => draft.skuId || kind === 'percent')}
        word="editing.price.kind"
      />
      <InputField
        {...field('value')}
        label={`${say('editing.price.value')} (${draft.kind === 'percent' ? '%' : list.currency})`}
        required
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
      />
    </div>
  );
}

function Result({ list, draft, value }: { list: PriceList; draft: RuleDraft; value: number }) {
  const words = useWords();
  const skus = list.skus.filter((sku) => !draft.skuId || sku.id === draft.skuId);
  return (
    <div className="max-h-48 overflow-y-auto rounded-lg bg-canvas p-3 text-sm" aria-live="polite">
      <p className="font-medium">{words.say('editing.price.result')}</p>
      <ul>
        {skus.map((sku) => (
          <li key={sku.id} className="flex flex-wrap justify-between gap-x-4">
            <span>{nameOfSku(sku)}</span>
            <span className="font-semibold tabular-nums">
              {tellResult(sku, { kind: draft.kind, value }, list, words)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
