// An agent downloads its prices as a file (rules §11): days of travel, one category or all, spreadsheet or CSV.
import { useState } from 'react';
import { fileAddress } from '../../../contract/file-address.ts';
import { productTypeOrder } from '../../../domain/product-types.ts';
import { load } from '../../load.ts';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { hasNetRates } from '../../parts/account/list-pages.ts';
import { ExportButtons } from '../../parts/balance/export-file.tsx';
import { ChoiceField, InputField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/export-net-rates';

export const loader = () => load('getUserInfo', {});

export default function ExportNetRates({ loaderData: user }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-6 lg:py-8">
      <PageHeading text={say('export.rates.title')} />
      {!user.verAuthFlag ? (
        <AskForPassword user={user} />
      ) : hasNetRates(user) ? (
        <ChooseRates />
      ) : (
        <Notice tone="info" title={say('export.rates.notYet')} />
      )}
    </div>
  );
}

function ChooseRates() {
  const { say } = useWords();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const set = (name: string) => (value: string | number) => setChosen({ ...chosen, [name]: String(value) });
  const input = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));
  return (
    <Card className="grid gap-4">
      <p className="max-w-prose text-quiet">{say('export.rates.hint')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['from', 'until'] as const).map((name) => (
          <InputField
            key={name}
            label={say(`export.rates.${name}`)}
            type="date"
            value={chosen[name] ?? ''}
            onValue={set(name)}
          />
        ))}
        <ChoiceField
          label={say('export.rates.type')}
          value={chosen.type ?? ''}
          onValue={set('type')}
          none={say('catalog.search.any')}
          options={productTypeOrder.map((type) => [String(type), say(`catalog.type.${type}`)] as const)}
        />
      </div>
      <ExportButtons
        address={(format) => fileAddress('netRates', { ...input, format })}
        describeResult={(count) => say('export.rates.done', { count })}
      />
    </Card>
  );
}
