// Travellers and journey of an order changed by staff (§4: later changes need customer service), by the fields and rules of the booking
// form; fields that were left open at booking may stay open.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { placeOfDelivery } from '../../../../domain/asked-fields.ts';
import { countriesOf, priceFreight } from '../../../../domain/freight/freight.ts';
import { money } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { OneField } from '../../../parts/booking/one-field.tsx';
import { PersonCard } from '../../../parts/completion/person-card.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

type Change = NonNullable<OutputOf<'consoleOrder'>['change']>;
type ChangeProps = { orderNo: string; change: Change };

/** What delivery to the typed address costs beside what was charged (decision 0768); nothing where that is the same. */
function useFreightNote({ orderFields, values: before, freight }: Change) {
  const { say, money: show } = useWords();
  return (values: Record<string, string>): string => {
    const from = placeOfDelivery(orderFields, before);
    const place = placeOfDelivery(orderFields, values);
    if (!freight || (from?.country === place?.country && from?.postcode === place?.postcode)) return '';
    const { charged } = freight;
    const cost = place ? priceFreight(freight.terms, place, freight.parts)?.total : money(0, charged.currency);
    const more = (cost?.amountMinor ?? 0) - charged.amountMinor;
    if (!cost || !more) return '';
    return say(`desk.freight.${more > 0 ? 'more' : 'less'}`, {
      cost: show(cost),
      charged: show(charged),
      amount: show(money(Math.abs(more), charged.currency)),
    });
  };
}

/** A button that unfolds the form in its place; saving folds it again. */
export function ChangeOrder({ orderNo, change }: ChangeProps) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState<string>();
  if (!open)
    return (
      <div className="grid justify-items-start gap-3">
        {saved !== undefined && (
          <Notice tone={saved ? 'warn' : 'good'} title={say('desk.changed')}>
            {saved}
          </Notice>
        )}
        <Button
          variant="outline"
          onClick={() => {
            setSaved(undefined);
            setOpen(true);
          }}
        >
          {say('desk.change')}
        </Button>
      </div>
    );
  const close = (note?: string) => {
    setSaved(note);
    setOpen(false);
  };
  return (
    <Card>
      <h2 className="mb-1 text-lg font-bold">{say('desk.change')}</h2>
      <p className="mb-4 text-sm text-quiet">{say('desk.changeHint')}</p>
      {/* A change by another person gives a new form: edits never start from older values than those shown. */}
      <ChangeForm key={change.seen} orderNo={orderNo} change={change} onClose={close} />
    </Card>
  );
}

function ChangeForm({ orderNo, change, onClose }: ChangeProps & { onClose(note?: string): void }) {
  const { say } = useWords();
  const [values, setValues] = useState(change.values);
  const [travellers, setTravellers] = useState(
    Array.from({ length: change.travellerCount }, (_, at) => change.travellers[at] ?? {}),
  );
  const action = useAction();
  const errors = action.fields;
  const terms = change.freight?.terms;
  const note = useFreightNote(change)(values);
  const save = action.submit(() => send('consoleTravellers', { id: orderNo, seen: change.seen, values, travellers }), {
    onDone: () => onClose(note),
  });
  const lineOf = change.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  return (
    <DialogForm form={{ ...action, submit: save }} act={say('staff.save')} onClose={() => onClose()}>
      {change.orderFields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {change.orderFields.map((name) => (
            <OneField
              key={name}
              name={name}
              path={`values.${name}`}
              value={values[name] ?? ''}
              error={errors[`values.${name}`]}
              required={change.values[name] ? undefined : false}
              countries={name === 'deliveryCountry' && terms ? (countriesOf(terms.zones) ?? undefined) : undefined}
              onChange={(value) => setValues({ ...values, [name]: value })}
              onLeave={() => undefined}
            />
          ))}
        </div>
      )}
      {travellers.map((item, at) => (
        <PersonCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a traveller is known by the place in the booking
          key={at}
          at={at}
          line={change.lines.length > 1 ? lineOf[at] : undefined}
          fields={change.travellerFields}
          values={item}
          errors={errors}
          known={[]}
          onChange={(next) => setTravellers(travellers.map((old, place) => (place === at ? next : old)))}
        />
      ))}
      <div aria-live="polite">{note && <Notice tone="warn" title={note} />}</div>
      {Object.keys(errors).length > 0 && <Notice tone="bad" title={say('order.booking.checkFields')} />}
    </DialogForm>
  );
}
