// The ways to hand over a finished quotation: a workbook in the customer's language and currency, paper or PDF (§7 exportQuote).
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import type { Language } from '../../../../domain/languages.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { LanguageChoice } from '../../../parts/form/choose-language.tsx';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { saveFile } from '../../../parts/quotation/save-file.ts';
import type { Quoted } from '../../../parts/quotation/use-products.ts';

import { useTask } from '../../../parts/use-task.ts';

import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { type OpenList, questionOf } from './use-list.ts';

type HandOverProps = {
  list: OpenList;
  products: Map<string, Quoted | null>;
  /** Every line has a price. */
  ready: boolean;
  withNet: boolean;
  onWithNet(withNet: boolean): void;
};

export function HandOver({ list, products, ready, withNet, onWithNet }: HandOverProps) {
  const words = useWords();
  const { say } = words;
  const root = useRoot();
  const [language, setLanguage] = useState(root.language);
  const [currency, setCurrency] = useState(root.currency);
  const { busy, problem, run } = useTask();
  const save = () => {
    const lines = list.lines.flatMap((line) => {
      const product = products.get(line.productId);
      return (product && questionOf(line, product)) ?? [];
    });
    const { percent, customer } = list;
    const sheet = { language, currency, percent: percent.trim(), net: withNet, customer: customer.trim(), lines };
    return run(() => saveFile(fileAddress('exportQuote', {}), 'quotation.xlsx', sheet));
  };
  return (
    <div className="grid gap-4 print:hidden">
      {problem && <CallProblem title={problem} />}
      <Checkbox
        label={
          <>
            {say('quotation.withNet')} <span className="block text-sm text-quiet">{say('quotation.withNetHint')}</span>
          </>
        }
        checked={withNet}
        onValue={onWithNet}
      />
      <Choices language={language} currency={currency} onLanguage={setLanguage} onCurrency={setCurrency} />
      {!ready && (
        <p role="status" className="text-sm text-warn">
          {say('quotation.unpriced')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={!ready} onClick={save}>
          {!busy && <IconDownload aria-hidden="true" className="size-5" />}
          {say('quotation.excel')}
        </Button>
        <Button variant="outline" disabled={!ready} onClick={() => print()}>
          <IconPrinter aria-hidden="true" className="size-5" />
          {say('quotation.print')}
        </Button>
      </div>
    </div>
  );
}

type ChoicesProps = {
  language: Language;
  currency: Currency;
  onLanguage(language: Language): void;
  onCurrency(currency: Currency): void;
};

/** For the workbook only; paper has the language of the screen. */
function Choices({ language, currency, onLanguage, onCurrency }: ChoicesProps) {
  const { site } = useRoot();
  const { say } = useWords();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LanguageChoice
        label={say('quotation.fileLanguage')}
        offered={site?.languages ?? []}
        value={language}
        onValue={onLanguage}
      />
      <ChoiceField
        label={say('quotation.fileCurrency')}
        options={site?.currencies ?? []}
        value={currency}
        onValue={onCurrency}
      />
    </div>
  );
}
