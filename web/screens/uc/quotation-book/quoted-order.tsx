// An order of a quotation's booking: its lines, the quoted price beside the current one, and the fields that its product asks for.
import type { OutputOf } from '../../../../contract/index.ts';
import { fieldsNow } from '../../../../domain/asked-fields.ts';
import { describeGuests } from '../../../../domain/rooms.ts';
import { countriesFor, freightFor } from '../../../parts/booking/freight-for.ts';
import { OneField } from '../../../parts/booking/one-field.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';

type Order = OutputOf<'quotationCheck'>['orders'][number];

type QuotedOrderProps = {
  order: Order;
  values: Record<string, string>;
  path: string;
  errorOf(name: string): string | undefined;
  onChange(name: string, value: string): void;
};

export function QuotedOrder({ order, values, path, errorOf, onChange }: QuotedOrderProps) {
  const { form } = order;
  const words = useWords();
  const { say } = words;
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-bold break-words">{form.productName}</h2>
          <ul className="text-sm text-quiet">
            {form.lines.map((line) => (
              <li key={JSON.stringify([line.skuId, line.playOn, line.untilOn, line.session, line.guests])}>
                {[
                  line.validUntil ? say('catalog.when.validUntil', { date: words.day(line.validUntil) }) : '',
                  line.validUntil ? '' : words.day(line.playOn),
                  line.untilOn ? `– ${words.day(line.untilOn)}` : '',
                  line.session,
                  `${nameSku(words, line)} ×\u00a0${line.quantity}`,
                  line.guests && say('catalog.stay.eachRoom', { guests: describeGuests(words, line.guests) }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </li>
            ))}
          </ul>
        </div>
        <Figures order={order} values={values} />
      </div>
      {form.orderFields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {fieldsNow(form.orderFields, values).map((name) => (
            <OneField
              key={name}
              name={name}
              path={`${path}.${name}`}
              value={values[name] ?? ''}
              choices={form.choices[name]}
              {...countriesFor(name, form, say)}
              error={errorOf(name)}
              onChange={(value) => onChange(name, value)}
              onLeave={() => undefined}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

/** The quoted price, the current price, and delivery to the address beside it. */
function Figures({ order: { form, quoted, now }, values }: Pick<QuotedOrderProps, 'order' | 'values'>) {
  const words = useWords();
  const { say } = words;
  const changed = quoted.amountMinor !== now.amountMinor;
  const freight = freightFor(form, values);
  return (
    <dl className="text-right tabular-nums">
      {changed && (
        <div>
          <dt className="inline text-sm text-quiet">{say('quotation.quoted')} </dt>
          <dd className="inline line-through">{words.money(quoted)}</dd>
        </div>
      )}
      <div>
        <dt className="inline text-sm text-quiet">{say('quotation.now')} </dt>
        <dd className={`inline font-bold ${changed ? 'text-warn' : ''}`}>{words.money(now)}</dd>
      </div>
      {freight && (
        <div aria-live="polite">
          <dt className="inline text-sm text-quiet">+ {say('order.ladder.freight')} </dt>
          <dd className="inline">{words.money(freight.total)}</dd>
        </div>
      )}
    </dl>
  );
}
