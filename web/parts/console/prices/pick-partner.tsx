// One partner for an agent price or for the view of its prices: staff who may see partners search for it, others enter its number.
import { useState } from 'react';
import { useRead } from '../../../console-kit/use-read.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../use-words.ts';

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
        onValue={setQuery}
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
              checked={partnerId === one.id}
              onChange={() => onPick(one.id, one.name)}
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
