// A price as a partner or a level gets it (rules §11): retail, every price that applies in order of precedence, the winner, the margin.
import { useState } from 'react';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { nameOfSku } from '../../../parts/console/prices/describe-price.ts';
import { PickPartner } from '../../../parts/console/prices/pick-partner.tsx';
import type { PriceList } from '../../../parts/console/prices/price-draft.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useRead } from '../../../parts/use-read.ts';
import { useWords } from '../../../parts/use-words.ts';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { PriceLines } from './other-prices.tsx';

export function ExplainPrice({ list, maySearch }: { list: PriceList; maySearch: boolean }) {
  const words = useWords();
  const { say } = words;
  const [skuId, setSkuId] = useState('');
  const [who, setWho] = useState('1');
  const [partnerId, setPartnerId] = useState('');
  const [on, setOn] = useState('');
  const buyer = who === 'partner' ? /^\d{1,18}$/.test(partnerId) && { partnerId } : { level: Number(who) };
  const question = skuId && buyer ? { skuId, ...buyer, ...(on ? { on } : {}) } : undefined;
  return (
    <FormSection title={say('editing.price.reason')} hint={say('editing.price.reasonHint')}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <ChoiceField
          label={say('console.column.product')}
          value={skuId}
          onValue={setSkuId}
          options={list.skus.map((one) => [one.id, nameOfSku(one)] as const)}
          none="…"
        />
        <ChoiceField
          label={say('editing.price.for')}
          value={who}
          onValue={setWho}
          options={[
            ...levelOptions(words, list.levelNames, priceLevels),
            ['partner', say('editing.price.onePartner')] as const,
          ]}
        />
        <InputField
          type="date"
          label={say('editing.price.reasonDay')}
          hint={say('editing.price.reasonDayHint')}
          value={on}
          onValue={setOn}
        />
      </div>
      {who === 'partner' && <PickPartner partnerId={partnerId} maySearch={maySearch} onPick={setPartnerId} />}
      {question ? (
        <Reason question={question} />
      ) : (
        <p className="text-quiet">{say(`editing.price.reasonChoose${skuId ? 'Partner' : ''}`)}</p>
      )}
    </FormSection>
  );
}

type PriceQuestion = { skuId: string; level?: number; partnerId?: string; on?: string };

function Reason({ question }: { question: PriceQuestion }) {
  const words = useWords();
  const { say } = words;
  const { found, problem } = useRead('consolePriceReason', question);
  if (problem) return <Notice tone="bad" title={problem} />;
  if (!found) return null;
  const shareOf = (part: number) =>
    words.intl.formatNumber(part / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  const { cost, profit } = found;
  const figures = [
    ['retail', words.money(found.retail)],
    ['pays', words.money(found.price)],
    ['margin', `${words.money(found.margin)} (${shareOf(found.marginShare)})`],
    ...(cost ? [['cost', words.money(cost)] as const] : []),
    ...(profit ? [['profit', `${words.money(profit)} (${shareOf(found.profitShare)})`] as const] : []),
  ] as const;
  return (
    <div className="grid gap-3" aria-live="polite">
      <FactGrid
        className="gap-x-6 gap-y-2 sm:grid-cols-3"
        look="text-lg font-semibold tabular-nums"
        facts={figures.map(([name, text]) => [say(`editing.price.${name}`), text])}
      />
      {found.rules.length === 0 ? (
        <p className="text-quiet">{say('editing.price.reasonNone')}</p>
      ) : (
        <>
          <h3 className="font-medium">{say('editing.price.reasonRules')}</h3>
          <PriceLines prices={found.rules} levelNames={found.levelNames} winner={found.rules[0]?.id} />
        </>
      )}
    </div>
  );
}
