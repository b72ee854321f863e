// The partner that stands for a platform: found by name or e-mail, then chosen. Companies and agents alone have orders of platforms.
import { useState } from 'react';
import { useRead } from '../../console-kit/use-read.ts';
import { ChoiceField, InputField } from '../form/fields.tsx';
import { useWords } from '../use-words.ts';

type PayerProps = { partnerId: string; error: string | undefined; onChoose(id: string): void };

export function ChoosePayer({ partnerId, error, onChoose }: PayerProps) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const { found, problem } = useRead('consolePartners', { query: query.trim(), approval: 'approved' });
  const list = found?.list.filter(({ registrant, frozen }) => registrant !== 'individual' && !frozen) ?? [];
  const chosen = list.some(({ id }) => id === partnerId) ? partnerId : '';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
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
        value={chosen}
        options={list.map(({ id, name }) => [id, name] as const)}
        onValue={onChoose}
      />
    </div>
  );
}
