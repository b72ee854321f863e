// A cancellation request (§4): who asks for it, why, what goes back, and the decision. Approving may refund more than the policy does;
// refusing needs one of the four reasons and a text.
import type { OutputOf } from '../../../contract/index.ts';
import { addMoney, decimalOf, type Money, money, readAmount } from '../../../domain/money.ts';
import { splitGiven } from '../../../domain/open-payments.ts';
import { send } from '../../call.ts';
import { DialogForm } from '../../console-kit/edit-form.tsx';
import { useDraft } from '../../console-kit/use-draft.ts';
import { useListWords } from '../../console-kit/use-list-words.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { AmountField, judgeAmount } from '../form/amount-field.tsx';
import { AreaField, ChoiceField } from '../form/fields.tsx';
import { spreadByWay } from '../order/refund-by-way.ts';
import { RefundWays } from '../order/refund-ways.tsx';
import { useWords } from '../use-words.ts';

export type CancelRow = OutputOf<'consoleCancels'>['list'][number];

/** The decision, or while the request waits the two buttons for it. */
export function DecideCancel({ row }: { row: CancelRow }) {
  const { say, at } = useListWords();
  const who = [say(`desk.applier.${row.applier}`), row.askedBy, at(row.at)].filter(Boolean).join(' · ');
  return (
    <>
      <p className="text-sm text-quiet">{who}</p>
      {row.remark && <p className="break-words whitespace-pre-wrap">{row.remark}</p>}
      {row.result !== 2 && <CancelFacts row={row} />}
      {row.rejectReason !== null && (
        <p className="text-sm break-words">
          {[say(`order.reason.${row.rejectReason}`), row.rejectText].filter(Boolean).join(': ')}
        </p>
      )}
      {row.decidedAt && <p className="text-sm text-quiet">{say('desk.decidedAt', { at: at(row.decidedAt) })}</p>}
      {row.result === 0 && (
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButton text={say('desk.refuse')}>{(close) => <Refuse row={row} onClose={close} />}</DialogButton>
          <DialogButton variant="primary" text={say('desk.approve')}>
            {(close) => <Approve row={row} onClose={close} />}
          </DialogButton>
        </div>
      )}
    </>
  );
}

type PartProps = { row: CancelRow; onClose(): void };

/** The paid amount of the cancelled part. */
const shareOf = (row: CancelRow) => addMoney(row.refund, row.fee);

function Approve({ row, onClose }: PartProps) {
  const words = useWords();
  const { say } = words;
  const share = shareOf(row);
  const { currency } = share;
  const form = useDraft({
    initial: { refundMinor: decimalOf(row.refund) },
    needs: ['refundMinor'],
    judge: ({ refundMinor }) => ({
      refundMinor: judgeAmount(refundMinor, currency, words, { least: money(0, currency), most: share }).problem,
    }),
    save: (draft) => {
      const refundMinor = readAmount(draft.refundMinor, currency)?.amountMinor ?? 0;
      return send('consoleCancelDecide', { id: row.id, approve: true, refundMinor });
    },
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('desk.approve')} onClose={onClose}>
      <p>{say('desk.approveText', { count: row.quantity })}</p>
      <CancelFacts row={row} />
      {row.added.amountMinor > 0 && <Notice>{say('desk.addedBack', { amount: words.money(row.added) })}</Notice>}
      {share.amountMinor > 0 && (
        <>
          <AmountField {...form.field('refundMinor')} label={say('desk.refund', { currency })} currency={currency} />
          <p className="text-sm text-quiet">
            {say('desk.refundHint', { refund: words.money(row.refund), most: words.money(share) })}
          </p>
          <GoesBack row={row} typed={form.draft.refundMinor} />
        </>
      )}
    </DialogForm>
  );
}

/** By which ways the typed amount goes back; of additional payments of the whole order it is not known here which of them does. */
function GoesBack({ row, typed }: { row: CancelRow; typed: string }) {
  const { say } = useWords();
  const amount = readAmount(typed, row.refund.currency);
  if (!amount || row.added.amountMinor > 0) return null;
  const { refundMinor } = splitGiven(amount.amountMinor, row.open.amountMinor);
  const list = spreadByWay({ ...amount, amountMinor: refundMinor }, row.paidBy);
  if (!list.length) return null;
  return (
    <section aria-live="polite">
      <h3 className="text-sm font-semibold">{say('desk.goesBack')}</h3>
      <dl className="mt-1 grid gap-1">
        <RefundWays list={list} />
      </dl>
    </section>
  );
}

const reasons = [1, 2, 3, 4] as const;
/** The applier who reads the answer instead of the buyer (§3 order applier). */
const bySupplier = 3;

function Refuse({ row, onClose }: PartProps) {
  const { say } = useWords();
  const initial: { reason: number | ''; text: string } = { reason: '', text: '' };
  const form = useDraft({
    initial,
    needs: ['text'],
    judge: ({ reason }) => ({ reason: reason ? undefined : say('ui.field.choose') }),
    save: ({ reason, text }) =>
      send('consoleCancelDecide', { id: row.id, approve: false, reason: Number(reason), text: text.trim() }),
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('desk.refuse')} onClose={onClose} danger>
      <ChoiceField
        {...form.field('reason')}
        label={say('desk.reasonKind')}
        required
        options={reasons}
        word="order.reason"
        none={say('order.booking.chooseOne')}
      />
      <AreaField
        {...form.field('text')}
        label={say('console.why')}
        hint={say(row.applier === bySupplier ? 'desk.refuseSupplierHint' : 'console.whyHint')}
        maxLength={1000}
      />
    </DialogForm>
  );
}

/** The price, the fee of the policy, the unpaid part that falls away, the refund. */
function CancelFacts({ row }: { row: CancelRow }) {
  const words = useWords();
  const { say } = words;
  const { refund, open } = row;
  const { lowersMinor, refundMinor } = splitGiven(refund.amountMinor, open.amountMinor);
  const facts: [string, Money][] = [
    ['order.quoteShare', shareOf(row)],
    ['order.quoteFee', row.fee],
    ...(lowersMinor ? [['order.part.quoteOpen', { ...refund, amountMinor: lowersMinor }] as [string, Money]] : []),
    [row.result === 1 ? 'order.refunded' : 'desk.goesBack', { ...refund, amountMinor: refundMinor }],
  ];
  return (
    <dl className="grid gap-1">
      {facts.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4 text-sm">
          <dt className="text-quiet">{say(label)}</dt>
          <dd className="tabular-nums">{words.money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
