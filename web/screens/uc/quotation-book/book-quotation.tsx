// Booking a quotation in one step (§2 onlinequotation): the current price of each product beside the quoted one, the fields that the
// products ask for once per order, one contact; all orders or none.
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { fieldsNow } from '../../../../domain/asked-fields.ts';
import type { Money } from '../../../../domain/money.ts';
import { paths } from '../../../../domain/paths.ts';
import { describeGuests } from '../../../../domain/rooms.ts';
import { CallRefused, send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { freightFor } from '../../../parts/booking/freight-for.ts';
import { OneField } from '../../../parts/booking/one-field.tsx';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/book-quotation';

export async function loader({ params }: Route.LoaderArgs) {
  const quotation = await load('quotation', { id: params.id });
  return { id: params.id, number: quotation.number, check: await load('quotationCheck', { id: params.id }) };
}

type Order = OutputOf<'quotationCheck'>['orders'][number];
type Values = Record<string, Record<string, string>>;

export default function BookQuotation({ loaderData }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { number, check } = loaderData;
  const [contact, setContact] = useState(check.orders[0]?.form.contact ?? noContact);
  const [values, setValues] = useState<Values>({});
  const [agreed, setAgreed] = useState(false);
  const { errors, problem, changed, busy, submit, ref } = useBooking(loaderData, { contact, values, agreed });
  const orders = check.orders.map((one) => ({ ...one, now: changed.get(one.form.productId) ?? one.now }));
  const differs = orders.some(({ quoted, now }) => quoted.amountMinor !== now.amountMinor);
  return (
    <form ref={ref} noValidate onSubmit={submit} className="mx-auto grid max-w-4xl gap-4 py-6 lg:py-8">
      <GuardForm form={{ values: { contact, values }, busy }} />
      <header>
        <PageHeading text={say('quotation.bookTitle')} />
        <p className="mt-1 text-quiet">{`${number} · ${say('quotation.bookText')}`}</p>
      </header>
      {problem && <CallProblem code={problem.code} title={problem.text} />}
      {differs && <Notice tone="warn" title={say('order.booking.priceChanged')} />}
      {orders.map((order, at) => (
        <OrderCard
          key={order.form.productId}
          order={order}
          values={values[order.form.productId] ?? {}}
          errorOf={(name) => errors[`orders.${at}.orderFields.${name}`]}
          path={`orders.${at}.orderFields`}
          onChange={(name, value) =>
            setValues((known) => ({
              ...known,
              [order.form.productId]: { ...known[order.form.productId], [name]: value },
            }))
          }
        />
      ))}
      <ContactCard contact={contact} errors={errors} onChange={setContact} />
      <AgreeCard
        agreement={check.orders[0]?.form.agreement ?? 'booking'}
        agreed={agreed}
        error={errors.agreed}
        onAgree={setAgreed}
      >
        <Button type="submit" variant="book" size="lg" busy={busy}>
          {say(differs ? 'quotation.bookAnyway' : 'quotation.book')}
        </Button>
      </AgreeCard>
    </form>
  );
}

type Contact = typeof noContact;
type ContactCardProps = { contact: Contact; errors: Record<string, string>; onChange(contact: Contact): void };

function ContactCard({ contact, errors, onChange }: ContactCardProps) {
  const { say } = useWords();
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      <h2 className="text-lg font-bold sm:col-span-2">{say('order.booking.contact')}</h2>
      {(['name', 'email'] as const).map((field) => (
        <InputField
          key={field}
          label={say(field === 'name' ? 'order.booking.name' : 'account.login.email')}
          error={errors[`contact.${field}`]}
          required
          name={`contact.${field}`}
          type={field === 'email' ? 'email' : 'text'}
          maxLength={field === 'email' ? 120 : 50}
          value={contact[field]}
          onValue={(text) => onChange({ ...contact, [field]: text })}
        />
      ))}
      <p className="text-sm text-quiet sm:col-span-2">{say('quotation.travellersLater')}</p>
    </Card>
  );
}

type AgreeCardProps = {
  /** Token of its version, otherwise its kind. */
  agreement: string;
  agreed: boolean;
  error: string | undefined;
  onAgree(agreed: boolean): void;
  children: ReactNode;
};

function AgreeCard({ agreement, agreed, error, onAgree, children }: AgreeCardProps) {
  const { say } = useWords();
  return (
    <Card>
      <Checkbox
        name="agreed"
        checked={agreed}
        onChange={(event) => onAgree(event.target.checked)}
        error={agreed ? undefined : error}
        label={say('order.booking.agree')}
      />
      <Link
        to={paths.agreement(agreement)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center pl-8 text-brand underline"
      >
        {say('order.booking.readAgreement')}
      </Link>
      <div className="mt-2">{children}</div>
    </Card>
  );
}

/** The typed values of the fields that are asked now. */
const fieldsGiven = (form: Order['form'], values: Record<string, string>) =>
  Object.fromEntries(
    fieldsNow(form.orderFields, values).flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  );

const noContact = { name: '', email: '', areaCode: '', phone: '' };

type Typed = { contact: Contact; values: Values; agreed: boolean };
type Loaded = Route.ComponentProps['loaderData'];

/** Books at the shown prices. If a price changed, the new one is shown and has to be confirmed. */
function useBooking({ id, check }: Loaded, { contact, values, agreed }: Typed) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<CallError>();
  const [changed, setChanged] = useState(new Map<string, Money>());
  const [busy, setBusy] = useState(false);
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const orders = check.orders.map(({ form }) => ({
      productId: form.productId,
      orderFields: fieldsGiven(form, values[form.productId] ?? {}),
      freightMinor: freightFor(form, values[form.productId] ?? {})?.total.amountMinor ?? 0,
    }));
    const seen = check.orders.map(({ form, now }) => ({
      productId: form.productId,
      total: changed.get(form.productId) ?? now,
    }));
    const agreement = check.orders[0]?.form.agreement ?? undefined;
    const input = { id, revision: check.revision, contact, orders, agreed, agreement, seen };
    const name = `quotation ${JSON.stringify(input)}`;
    try {
      await send('quotationBook', input, { idempotencyKey: heldKey(name) });
      dropKey(name);
      await navigate(paths.savedQuotation(id));
    } catch (error) {
      if (error instanceof CallRefused) dropKey(name);
      const failure = describeError(error, words);
      showAndFocus(ref.current, () => {
        if (failure.code === 200203 && error instanceof CallRefused) {
          const { orders: figures } = error.data as { orders?: { productId: string; total: Money }[] };
          if (figures) setChanged(new Map(figures.map((one) => [one.productId, one.total])));
          // The cost of delivery has changed: the forms are loaded again.
          else void revalidate();
        }
        setErrors(failure.fields);
        setProblem(failure);
        setBusy(false);
      });
    }
  };
  return { errors, problem, changed, busy, submit, ref };
}

type OrderCardProps = {
  order: Order;
  values: Record<string, string>;
  path: string;
  errorOf(name: string): string | undefined;
  onChange(name: string, value: string): void;
};

function OrderCard({ order: { form, quoted, now }, values, path, errorOf, onChange }: OrderCardProps) {
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
        <Figures order={{ form, quoted, now }} values={values} />
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
function Figures({ order: { form, quoted, now }, values }: Pick<OrderCardProps, 'order' | 'values'>) {
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
