// A new deal at GetYourGuide (decision 0692). Its kind says how much notice it has.
import { useState } from 'react';
import { addDays } from '../../../../domain/dates.ts';
import { dealRules, type GygDealType, gygDealTypes, noticeRange } from '../../../../domain/marketplace/gyg-deals.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { readCount, readFigure } from '../../../parts/console/catalogue/read-figures.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';
import { type DealEnd, describeDealEnd } from './end-deal.tsx';

export function CreateDeal({ product, today, onClose }: { product: string; today: string; onClose(): void }) {
  const { say } = useWords();
  const [ended, setEnded] = useState<DealEnd>();
  const initial = {
    ...{ name: '', from: addDays(today, 14), to: addDays(today, 44), percent: '10', mostPlaces: '10' },
    ...{ type: 'early_bird' as GygDealType, noticeDays: '7' },
  };
  const form = useDraft({
    initial,
    needs: ['name'],
    judge: (draft) => judge(say, draft, today),
    save: ({ percent, mostPlaces, noticeDays, ...rest }) => {
      const bounds = rangesOf(rest, today);
      const figures = {
        percent: Number(readFigure(percent)),
        mostPlaces: readCount(mostPlaces, bounds.mostPlaces) ?? 0,
        noticeDays: readCount(noticeDays, bounds.noticeDays) ?? 0,
      };
      return send('consoleGygDealCreate', { ref: product, ...rest, ...figures });
    },
    onDone: (answer) => (answer.problem ? setEnded(answer) : onClose()),
  });
  const { draft, fields } = form;
  const choose = (type: GygDealType) =>
    form.change({ type, noticeDays: String(noticeRange(type, draft.from, today).min || 1) }, 'noticeDays');
  return (
    <DialogForm form={form} act={say('marketplace.deals.create')} onClose={onClose}>
      {ended && <Notice tone="bad" title={describeDealEnd(say, ended)} />}
      <InputField {...form.field('name')} label={say('marketplace.deals.name')} maxLength={dealRules.nameLength} />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField {...form.field('from')} type="date" min={today} label={say('marketplace.deals.from')} required />
        <InputField {...form.field('to')} type="date" min={draft.from} label={say('marketplace.deals.to')} required />
        <InputField {...form.field('percent')} inputMode="decimal" label={say('marketplace.deals.percent')} required />
        <InputField {...form.field('mostPlaces')} inputMode="numeric" label={say('marketplace.deals.most')} required />
        <ChoiceField
          label={say('marketplace.deals.type')}
          value={draft.type}
          options={gygDealTypes.map((type) => [type, say(`marketplace.deals.type.${type}`)] as const)}
          error={fields.type}
          onValue={choose}
        />
        <InputField
          {...form.field('noticeDays')}
          inputMode="numeric"
          label={say('marketplace.deals.notice')}
          hint={say(`marketplace.deals.noticeHint.${draft.type}`)}
          required
        />
      </div>
    </DialogForm>
  );
}

type Draft = { name: string; from: string; type: GygDealType; percent: string; mostPlaces: string; noticeDays: string };

const rangesOf = ({ type, from }: Pick<Draft, 'type' | 'from'>, today: string) => ({
  percent: { min: dealRules.leastPercent, max: dealRules.mostPercent },
  mostPlaces: { min: 1, max: dealRules.mostPlaces },
  noticeDays: noticeRange(type, from, today),
});

/** What is no plain figure within its bounds; the rest is judged by the server. */
function judge(say: ReturnType<typeof useWords>['say'], draft: Draft, today: string) {
  const ranges = rangesOf(draft, today);
  const figure = readFigure(draft.percent);
  const isPercent =
    figure !== undefined && Number(figure) >= ranges.percent.min && Number(figure) <= ranges.percent.max;
  const problemOf = (name: 'mostPlaces' | 'noticeDays') =>
    readCount(draft[name], ranges[name]) === undefined ? say('ui.field.range', ranges[name]) : undefined;
  return {
    percent: isPercent ? undefined : say('ui.field.range', ranges.percent),
    mostPlaces: problemOf('mostPlaces'),
    noticeDays: problemOf('noticeDays'),
  };
}
