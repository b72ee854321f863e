// The partner that represents a platform: found by name or e-mail, then chosen. Only companies and agents can have orders of platforms.

import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { ChoiceField, InputField } from '../form/fields.tsx';
import { useRead } from '../use-read.ts';
import { useWords } from '../use-words.ts';
import { isErasedPartner } from './erased-partner.ts';

/** Number and name. */
type Found = OutputOf<'consolePartners'>['list'][number];
type Payer = readonly [string, string];
type PayerProps = {
  partnerId: string;
  /** Chosen before the form was opened. */
  known?: Payer | undefined;
  error: string | undefined;
  onChoose(id: string): void;
};

export function ChoosePayer({ partnerId, known, error, onChoose }: PayerProps) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const { found, problem } = useRead('consolePartners', { query: query.trim(), approval: 'approved' });
  const [chosen, setChosen] = useState<Payer[]>(known ? [known] : []);
  const mayPay = (one: Found) => one.registrant !== 'individual' && !one.frozen && !isErasedPartner(one);
  const payers = found?.list.filter(mayPay) ?? [];
  const list = payers.map(({ id, name }): Payer => [id, name]);
  // The chosen partner stays in the list after another search: the form sends this partner.
  const options = list.some(([id]) => id === partnerId) ? list : [...chosen, ...list];
  const choose = (id: string) => {
    setChosen(options.filter(([each]) => each === id));
    onChoose(id);
  };
  return (
    <div className="flex flex-wrap gap-4 *:grow *:basis-64">
      <InputField
        label={say('marketplace.import.search')}
        hint={found && !list.length ? say('marketplace.import.noPartner') : undefined}
        error={problem}
        maxLength={80}
        value={query}
        onValue={setQuery}
      />
      <ChoiceField
        label={say('marketplace.import.partner')}
        error={error}
        required
        none={say('ui.field.choose')}
        value={partnerId}
        options={options}
        onValue={choose}
      />
    </div>
  );
}
