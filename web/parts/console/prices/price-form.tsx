// One agent price: scope, buyers, value, time, and the resulting price. An existing price keeps its scope; value and time can be changed.
import { type ReactNode, useState } from 'react';
import { refusals } from '../../../../domain/errors.ts';
import { agentLevels } from '../../../../domain/price-levels.ts';
import { type PriceScope, priceKinds, validities } from '../../../../domain/price-scopes.ts';
import { CallRefused, send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { type Act, useAction } from '../../../console-kit/use-action.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { useWords } from '../../use-words.ts';
import { levelOptions, nameLevel } from '../name-level.ts';
import { describePriceValue, formatResultPrice, nameOfSku } from './describe-price.ts';
import { PickPartner } from './pick-partner.tsx';
import { inputOf, listMissing, type PriceDraft, type PriceKind, type PriceList, readValue } from './price-draft.ts';

type SetDraft = (part: Partial<PriceDraft>) => void;
export type TargetPart = { draft: PriceDraft; errors: Record<string, string>; set: SetDraft };

type PriceFormProps = {
  start: PriceDraft;
  levelNames: string[];
  maySearch: boolean;
  /** The possible scopes of a price of the product; undefined while no product is chosen. */
  list: PriceList | undefined;
  /** Chooses the scope of a new price. */
  target(part: TargetPart): ReactNode;
  /** The scope of an existing price. */
  summary?: string;
  onDraft?(draft: PriceDraft): void;
  onDone(): void;
};

export function PriceForm({ start, levelNames, maySearch, list, target, summary, onDraft, onDone }: PriceFormProps) {
  const { say } = useWords();
  const action = useAction();
  const [draft, setDraft] = useState(start);
  const set: SetDraft = (part) => {
    const next = { ...draft, ...part };
    if (next.scope !== 'sku') next.kind = 'percent';
    setDraft(next);
    onDraft?.(next);
    action.forget();
  };
  const { value, save, other } = useSaving({ act: action, start, draft, list, onDone });
  const exists = other && action.error?.code === refusals.priceExists ? other : undefined;
  const part = { draft, errors: action.fields, set };
  return (
    <DialogForm
      form={{ ...action, problem: exists ? undefined : action.error, submit: save }}
      act={say(exists ? 'editing.price.replace' : 'site.setting.save')}
      onClose={onDone}
    >
      {draft.id === null ? target(part) : <p className="font-medium break-words">{summary}</p>}
      <Buyers {...part} levelNames={levelNames} maySearch={maySearch} />
      <Amount {...part} list={list} />
      <Times {...part} />
      {value !== undefined && list && <Result draft={draft} list={list} value={value} />}
      {exists && <Replaced found={exists} list={list} text={action.error?.text ?? ''} />}
    </DialogForm>
  );
}

type Found = { kind: PriceKind; value: number };

/** The price that the typed one would replace; sending the form again replaces it. */
function Replaced({ found, list, text }: { found: Found; list: PriceList | undefined; text: string }) {
  const words = useWords();
  return (
    <div role="alert">
      <Notice tone="warn" title={text}>
        <p>
          {words.say('editing.price.replaces', { price: describePriceValue(found, list?.currency ?? null, words) })}
        </p>
      </Notice>
    </div>
  );
}

type Saving = { act: Act; start: PriceDraft; draft: PriceDraft; list: PriceList | undefined; onDone(): void };

function useSaving({ act, start, draft, list, onDone }: Saving) {
  const { say } = useWords();
  const value = readValue(draft, list?.currency);
  const wrongValue = say(draft.kind === 'percent' ? 'editing.price.percentFormat' : 'editing.priceFormat', {
    currency: list?.currency ?? '',
  });
  const judge = () => ({
    ...Object.fromEntries(listMissing(draft).map((name) => [name, say('ui.field.choose')])),
    value: value === undefined ? wrongValue : undefined,
  });
  const known = start.id === null ? undefined : readValue(start, list?.currency);
  const was = known === undefined ? {} : { was: { kind: start.kind, value: known } };
  // A price that the form has not shown is not replaced.
  const [other, setOther] = useState<Found>();
  const replaces =
    draft.id === null ? { replaces: act.error?.code === refusals.priceExists ? (other ?? null) : null } : {};
  const work = async () => {
    try {
      await send('consoleAgentPriceSave', { ...inputOf(draft, value ?? 0), ...was, ...replaces });
    } catch (error) {
      if (error instanceof CallRefused && error.code === refusals.priceExists) setOther(error.data as Found);
      throw error;
    }
  };
  return { value, other, save: act.submit(work, { judge, onDone }) };
}

function Buyers({
  draft,
  errors,
  set,
  levelNames,
  maySearch,
}: TargetPart & { levelNames: string[]; maySearch: boolean }) {
  const words = useWords();
  const { say } = words;
  if (draft.id !== null)
    return (
      <p className="break-words text-quiet">
        {draft.who === 'partner' ? draft.partnerName : nameLevel(words, levelNames, Number(draft.who))}
      </p>
    );
  return (
    <>
      <ChoiceField
        label={say('editing.price.for')}
        error={errors.level}
        value={draft.who}
        onValue={(who) => set({ who })}
        options={[
          ...levelOptions(words, levelNames, agentLevels),
          ['partner', say('editing.price.onePartner')] as const,
        ]}
      />
      {draft.who === 'partner' && (
        <PickPartner
          partnerId={draft.partnerId}
          maySearch={maySearch}
          error={errors.partnerId}
          onPick={(partnerId, partnerName) => set({ partnerId, partnerName })}
        />
      )}
    </>
  );
}

function Amount({ draft, errors, set, list }: TargetPart & { list: PriceList | undefined }) {
  const { say } = useWords();
  const single = draft.scope === 'sku';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        label={say('editing.price.kind')}
        hint={single ? undefined : say('editing.price.percentOnly')}
        error={errors.kind}
        value={draft.kind}
        onValue={(typed) => set({ kind: priceKinds.find((kind) => kind === typed) ?? 'percent' })}
        options={priceKinds.filter((kind) => single || kind === 'percent')}
        word="editing.price.kind"
      />
      <InputField
        label={`${say('editing.price.value')} (${draft.kind === 'percent' ? '%' : (list?.currency ?? '')})`}
        error={errors.value}
        required
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
        value={draft.value}
        onValue={(value) => set({ value })}
      />
    </div>
  );
}

function Times({ draft, errors, set }: TargetPart) {
  const { say } = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <ChoiceField
        label={say('editing.price.validBy')}
        error={errors.validBy}
        value={draft.validBy}
        onValue={(typed) => set({ validBy: validities.find((validity) => validity === typed) ?? 'always' })}
        options={['always', ...validities]}
        word="editing.price.validBy"
      />
      {draft.validBy !== 'always' &&
        (['validFrom', 'validUntil'] as const).map((name) => (
          <InputField
            key={name}
            type="date"
            label={say(`editing.price.${name}`)}
            error={errors[name]}
            value={draft[name]}
            onValue={(text) => set({ [name]: text })}
          />
        ))}
    </div>
  );
}

const onShown: Partial<Record<PriceScope, (draft: PriceDraft) => (sku: PriceList['skus'][number]) => boolean>> = {
  sku: (draft) => (sku) => sku.id === draft.skuId,
  package: (draft) => (sku) => sku.packageId === draft.packageId,
  product: () => () => true,
};

function Result({ draft, list, value }: { draft: PriceDraft; list: PriceList; value: number }) {
  const words = useWords();
  const shown = onShown[draft.scope]?.(draft);
  const skus = shown ? list.skus.filter(shown) : [];
  if (!skus.length) return null;
  return (
    <div className="max-h-48 overflow-y-auto rounded-lg bg-canvas p-3 text-sm" aria-live="polite">
      <p className="font-medium">{words.say('editing.price.result')}</p>
      <ul>
        {skus.map((sku) => (
          <li key={sku.id} className="flex flex-wrap justify-between gap-x-4">
            <span>{nameOfSku(sku)}</span>
            <span className="font-semibold tabular-nums">
              {formatResultPrice(sku.priceMinor, { kind: draft.kind, value }, list.currency, words)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
