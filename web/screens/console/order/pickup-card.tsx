// Pick-up and drop-off places, and the second verification of addresses that may be outside the transfer range (§5).
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { readAmount } from '../../../../domain/money.ts';
import { isEnded, OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Card, type Tone } from '../../../ui/pieces.tsx';

type Places = OutputOf<'consoleOrder'>['places'];
type Place = NonNullable<Places['pickup']>;

const tones: Record<string, Tone> = { waiting: 'warn', fine: 'good', refused: 'bad' };

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'status' | 'places' | 'secondCheck' | 'paidTotal'>;
type PickupProps = {
  order: Order;
  /** Whether the reader may verify it. */
  acts: boolean;
};

/** Nothing if no one is picked up. */
export function PickupCard({ order, acts }: PickupProps) {
  const { say } = useWords();
  const { places, secondCheck: state } = order;
  if (!places.pickup && !places.dropOff && !state) return null;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-bold">{say('desk.pickup')}</h2>
        {state && <Badge tone={tones[state]}>{say(`desk.pickupState.${state}`)}</Badge>}
      </div>
      <PlaceList places={places} />
      {state === 'waiting' && acts && !isEnded(order.status) && <DecidePickup order={order} />}
    </Card>
  );
}

/** An additional payment needs a paid order; a requested cancellation is decided before its pick-up is refused. */
function DecidePickup({ order }: { order: Order }) {
  const { say, money } = useWords();
  const { orderNo: id, places, status } = order;
  const paid = order.paidTotal.amountMinor > 0;
  const explain = paid
    ? say('desk.pickupRefuseMoney', { amount: money(order.paidTotal) })
    : say('desk.pickupRefuseUnpaid');
  return (
    <>
      <p className="mt-3">{say('desk.pickupText')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ActionButton
          variant="primary"
          title={say('desk.pickup')}
          act={say('desk.pickupFine')}
          work={(text) => send('consolePickup', { id, fine: true, text })}
        >
          <PlaceList places={places} />
          <p>{say('desk.pickupFineText')}</p>
        </ActionButton>
        {(status === OrderStatus.pending || status === OrderStatus.confirmed) && (
          <DialogButton text={say('desk.pickupExtra')}>
            {(close) => <ExtraForm orderNo={id} places={places} currency={order.paidTotal.currency} onDone={close} />}
          </DialogButton>
        )}
        {status !== OrderStatus.cancelling && (
          <ActionButton
            title={say('desk.pickup')}
            act={say('desk.pickupRefuse')}
            danger
            reason={{ hint: say('desk.pickupRefuseText'), required: true }}
            work={(text) => send('consolePickup', { id, fine: false, text })}
          >
            <PlaceList places={places} />
            <p>{explain}</p>
          </ActionButton>
        )}
      </div>
    </>
  );
}

type ExtraProps = { orderNo: string; places: Places; currency: Currency; onDone(): void };

function ExtraForm({ orderNo: id, places, currency, onDone }: ExtraProps) {
  const words = useWords();
  const { say } = words;
  const form = useDraft({
    initial: { supplementMinor: '', text: '' },
    needs: ['supplementMinor', 'text'],
    judge: ({ supplementMinor }) => ({ supplementMinor: judgeAmount(supplementMinor, currency, words).problem }),
    save: ({ supplementMinor, text }) => {
      const extra = readAmount(supplementMinor, currency)?.amountMinor ?? 0;
      return send('consolePickup', { id, fine: true, text, supplementMinor: extra });
    },
    onDone,
  });
  const { field } = form;
  return (
    <DialogForm form={form} act={say('desk.pickupExtra')} onClose={onDone}>
      <PlaceList places={places} />
      <p>{say('desk.pickupExtraText')}</p>
      <AmountField
        {...field('supplementMinor')}
        label={say('order.supplement.amount', { currency })}
        currency={currency}
      />
      <AreaField
        {...field('text')}
        label={say('order.supplement.reason')}
        hint={say('order.supplement.reasonHint')}
        maxLength={1000}
      />
    </DialogForm>
  );
}

export function PlaceList({ places }: { places: Places }) {
  const { say } = useWords();
  const shown = [
    ['desk.pickupAt', places.pickup],
    ['desk.dropOffAt', places.dropOff],
  ] as const;
  return (
    <dl className="grid gap-2">
      {shown.map(([label, place]) =>
        place ? (
          <div key={label}>
            <dt className="text-sm text-quiet">{say(label)}</dt>
            <dd className="break-words">
              {place.address} <Where place={place} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Where({ place }: { place: Place }) {
  const { say } = useWords();
  return (
    <span className="text-sm text-quiet">
      {place.lat !== null && place.lng !== null && (
        <span className="tabular-nums">
          ({place.lat.toFixed(5)}, {place.lng.toFixed(5)}){' '}
        </span>
      )}
      {!place.inside && <span className="text-warn">{say('desk.outside')}</span>}
    </span>
  );
}
