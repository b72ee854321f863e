// One partner for an agent price or for the view of its prices: staff who may see partners search for it, others enter its number.

import { useState } from 'react';
import { InputField } from '../../../parts/form/fields.tsx';
import { useRead } from '../../use-read.ts';
import { useWords } from '../../use-words.ts';
import { isErasedPartner } from '../erased-partner.ts';
import { ChooseFound } from './choose-found.tsx';

export type PickPartnerProps = {
  partnerId: string;
  maySearch: boolean;
  error?: string;
  onPick(partnerId: string, partnerName: string): void;
};

export function PickPartner({ partnerId, maySearch, error, onPick }: PickPartnerProps) {
  const { say } = useWords();
  if (maySearch) return <SearchPartner partnerId={partnerId} error={error} onPick={onPick} />;
  return (
    <InputField
      label={say('editing.price.partnerNumber')}
      hint={say('editing.price.partnerNumberHint')}
      error={error}
      inputMode="numeric"
      maxLength={18}
      value={partnerId}
      onValue={(text) => onPick(text, text)}
    />
  );
}

function SearchPartner({ partnerId, error, onPick }: Omit<PickPartnerProps, 'maySearch'>) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const answer = useRead('consolePartners', { query, size: 8 });
  const list = answer.found?.list.filter((one) => one.registrant !== 'individual' && !isErasedPartner(one));
  const shown = list?.map(({ id, name, mainEmail }) => ({ id, name, detail: mainEmail }));
  const found = shown ?? (answer.problem === undefined ? undefined : []);
  return (
    <div className="grid gap-2">
      <InputField
        label={say('editing.price.searchPartner')}
        error={error}
        maxLength={80}
        value={query}
        placeholder={say('partner.search')}
        onValue={setQuery}
      />
      <ChooseFound
        found={found}
        legend={say('editing.price.onePartner')}
        name="partner"
        chosen={partnerId}
        onPick={onPick}
      />
    </div>
  );
}
