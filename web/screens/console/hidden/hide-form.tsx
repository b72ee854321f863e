// A hiding rule: a product, a type or a city, hidden from a level or one partner (decision 0285).
import { useState } from 'react';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { type HiddenScope, hiddenScopes } from '../../../../domain/price-scopes.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { ChooseGroup } from '../../../parts/console/prices/choose-group.tsx';
import { PickPartner } from '../../../parts/console/prices/pick-partner.tsx';
import { PickProduct } from '../../../parts/console/prices/pick-product.tsx';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

type Draft = {
  scope: HiddenScope;
  productId: string;
  city: string;
  cityName: string;
  type: string;
  /** A level's number, or `partner`. */
  who: string;
  partnerId: string;
};

const blank: Draft = { scope: 'product', productId: '', city: '', cityName: '', type: '', who: '0', partnerId: '' };

/** The fields that are still to be chosen. */
function listUnchosen({ scope, who, ...draft }: Draft): string[] {
  const target = { product: 'productId', city: 'city', type: 'type' } as const;
  const name = target[scope];
  return [...(draft[name] ? [] : [name]), ...(who === 'partner' && !draft.partnerId ? ['partnerId'] : [])];
}

const inputOf = ({ scope, who, productId, city, type, partnerId }: Draft) => ({
  productId: scope === 'product' ? productId : null,
  city: scope === 'city' ? city : null,
  type: scope === 'type' ? Number(type) : null,
  level: who === 'partner' ? null : Number(who),
  partnerId: who === 'partner' ? partnerId : null,
});

type HideFormProps = { levelNames: string[]; maySearch: boolean; onDone(): void };

export function HideForm({ levelNames, maySearch, onDone }: HideFormProps) {
  const words = useWords();
  const { say } = words;
  const action = useAction();
  const [draft, setDraft] = useState(blank);
  const set = (part: Partial<Draft>) => {
    setDraft((known) => ({ ...known, ...part }));
    action.forget();
  };
  const judge = () => Object.fromEntries(listUnchosen(draft).map((name) => [name, say('ui.field.choose')]));
  const save = action.submit(() => send('consoleHiddenAdd', inputOf(draft)), { judge, onDone });
  return (
    <DialogForm
      form={{ ...action, problem: action.error, submit: save }}
      act={say('editing.hidden.add')}
      onClose={onDone}
    >
      <Target draft={draft} errors={action.fields} set={set} />
      <ChoiceField
        label={say('editing.hidden.from')}
        error={action.fields.level}
        value={draft.who}
        onValue={(who) => set({ who })}
        options={[
          ...levelOptions(words, levelNames, priceLevels),
          ['partner', say('editing.price.onePartner')] as const,
        ]}
      />
      {draft.who === '0' && <p className="text-sm text-quiet">{say('editing.hidden.retailHint')}</p>}
      {draft.who === 'partner' && (
        <PickPartner
          partnerId={draft.partnerId}
          maySearch={maySearch}
          error={action.fields.partnerId}
          onPick={(partnerId) => set({ partnerId })}
        />
      )}
    </DialogForm>
  );
}

type TargetProps = { draft: Draft; errors: Record<string, string>; set(part: Partial<Draft>): void };

function Target({ draft, errors, set }: TargetProps) {
  const { say } = useWords();
  return (
    <>
      <ChoiceField
        label={say('editing.price.on')}
        value={draft.scope}
        onValue={(scope) => set({ scope })}
        options={hiddenScopes}
        word="editing.price.scope"
      />
      {draft.scope === 'product' && (
        <PickProduct productId={draft.productId} error={errors.productId} onPick={(productId) => set({ productId })} />
      )}
      <ChooseGroup draft={draft} errors={errors} set={set} />
    </>
  );
}
