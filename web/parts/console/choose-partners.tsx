// Partners found by a part of their name, added and removed.
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../form/fields.tsx';
import { useRead } from '../use-read.ts';
import { useWords } from '../use-words.ts';

type Partner = OutputOf<'consoleCouponPartners'>['list'][number];
type ChoosePartnersProps = { chosen: Partner[]; problem: string | undefined; onChange(chosen: Partner[]): void };

export function ChoosePartners({ chosen, problem, onChange }: ChoosePartnersProps) {
  const { say } = useWords();
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const { found } = useRead('consoleCouponPartners', query ? { query } : undefined);
  const others = found?.list.filter((partner) => !chosen.some(({ id }) => id === partner.id));
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-medium">{say('partner.title')}</legend>
      <ul className="flex flex-wrap gap-2">
        {chosen.map((partner) => (
          <li key={partner.id}>
            <Button
              variant="outline"
              size="sm"
              aria-label={say('catalog.search.remove', { filter: partner.name })}
              onClick={() => onChange(chosen.filter(({ id }) => id !== partner.id))}
            >
              {partner.name}
              <IconX aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <InputField
        label={say('marketing.coupon.findPartner')}
        error={problem}
        type="search"
        value={typed}
        maxLength={80}
        autoComplete="off"
        onValue={setTyped}
        // Enter searches; it does not save the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className={others?.length === 0 ? 'text-sm text-quiet' : 'sr'}>
        {others?.length === 0 ? say('marketing.promotion.noMatch') : ''}
      </p>
      <ul className="flex flex-wrap gap-2">
        {others?.map((partner) => (
          <li key={partner.id}>
            <Button variant="quiet" size="sm" onClick={() => onChange([...chosen, partner])}>
              <IconPlus aria-hidden="true" className="size-4" />
              {partner.name}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
