// Changing a deposit or credit line by hand (§3 deal types 5 to 10): type, amount and reason; then a preview of the result.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { readAmount } from '../../../../domain/money.ts';
import { type AdjustmentType, adjustmentTypes } from '../../../../domain/payment-status.ts';
import { ActionResult } from '../../../console-kit/action-dialog.tsx';
import { AskFirst } from '../../../console-kit/edit-form.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField, ChoiceField } from '../../../parts/form/fields.tsx';
import { sendOnce } from '../../../parts/form/send-once.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

export type BalanceView = OutputOf<'consoleBalance'>;
type ChangeDraft = { dealType: AdjustmentType; amountMinor: string; reason: string };
type PartProps = { partner: BalanceView; form: DraftForm<ChangeDraft> };

const amountOf = ({ amountMinor }: ChangeDraft, { figures }: BalanceView) => readAmount(amountMinor, figures.currency);

type LedgerAdjustProps = { partner: BalanceView; setsRules: boolean };

export function LedgerAdjust({ partner, setsRules }: LedgerAdjustProps) {
  const { say } = useWords();
  const form = useAdjusting(partner);
  return (
    <TitledCard title={say('finance.ledger.adjust')}>
      <form ref={form.ref} noValidate className="grid max-w-xl gap-4" onSubmit={form.submit}>
        {!form.asking && <ActionResult act={form} />}
        <AdjustFields partner={partner} form={form} />
      </form>
      {setsRules && (
        <Link
          to={consolePaths.settings('fourEyes')}
          className="inline-flex min-h-11 items-center text-brand hover:underline"
        >
          {say('finance.ledger.fourEyesSet')}
        </Link>
      )}
      <AskFirst form={form} title={say('finance.ledger.bookTitle')} act={say('finance.ledger.book')}>
        <Outcome partner={partner} draft={form.draft} />
      </AskFirst>
    </TitledCard>
  );
}

function useAdjusting(partner: BalanceView) {
  const words = useWords();
  const { say } = words;
  const initial: ChangeDraft = { dealType: 9, amountMinor: '', reason: '' };
  return useDraft({
    initial,
    needs: ['amountMinor', 'reason'],
    judge: ({ amountMinor }) => ({ amountMinor: judgeAmount(amountMinor, partner.figures.currency, words).problem }),
    confirms: true,
    save(draft) {
      const amountMinor = amountOf(draft, partner)?.amountMinor ?? 0;
      const change = { id: partner.id, dealType: draft.dealType, amountMinor, reason: draft.reason.trim() };
      return sendOnce('consoleAdjust', change, 'adjust');
    },
    saved: ({ state }) => say(state === 'done' ? 'finance.ledger.booked' : 'finance.ledger.submitted'),
    next: ({ dealType }) => ({ ...initial, dealType }),
  });
}

/** The result of the change. */
function Outcome({ partner, draft }: { partner: BalanceView; draft: ChangeDraft }) {
  const { say, money } = useWords();
  const amount = amountOf(draft, partner);
  if (!amount) return null;
  const { fourEyes, alone } = partner;
  const what = say(`finance.ledger.do.${draft.dealType}`);
  return (
    <>
      <p className="font-semibold break-words">
        {say('finance.ledger.bookText', { what, amount: money(amount), partner: partner.name })}
      </p>
      <p className="break-words text-quiet">{draft.reason.trim()}</p>
      <p>
        {fourEyes && amount.amountMinor + alone.amountMinor > fourEyes.amountMinor
          ? say('finance.ledger.bookWaits', { limit: money(fourEyes) })
          : say('finance.ledger.bookNow')}
      </p>
    </>
  );
}

function AdjustFields({ partner, form: { draft, field, busy } }: PartProps) {
  const { say, money } = useWords();
  const { currency } = partner.figures;
  return (
    <>
      <ChoiceField
        {...field('dealType')}
        label={say('finance.ledger.what')}
        hint={say(`finance.ledger.about.${draft.dealType}`)}
        options={adjustmentTypes}
        word="finance.ledger.do"
      />
      <AmountField
        {...field('amountMinor')}
        label={say('payment.balance.rechargeAmount', { currency })}
        currency={currency}
        hint={partner.fourEyes ? say('finance.ledger.fourEyes', { amount: money(partner.fourEyes) }) : undefined}
      />
      <AreaField
        {...field('reason')}
        label={say('console.why')}
        hint={say('finance.ledger.reasonHint')}
        maxLength={500}
      />
      <div>
        <Button type="submit" busy={busy !== undefined} disabled={amountOf(draft, partner)?.amountMinor === 0}>
          {say('finance.ledger.book')}
        </Button>
      </div>
    </>
  );
}
