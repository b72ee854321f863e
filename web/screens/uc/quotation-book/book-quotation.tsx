// Booking a quotation in one step (§2 onlinequotation): the current price of each product beside the quoted one, the fields that the
// products ask for once per order, one contact; all orders or none.
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import type { RefusedProducts } from '../../../../contract/quotation-saved.ts';
import { fieldsNow } from '../../../../domain/asked-fields.ts';
import type { Money } from '../../../../domain/money.ts';
import { paths } from '../../../../domain/paths.ts';
import { CallRefused, send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { freightFor } from '../../../parts/booking/freight-for.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { sendOnce } from '../../../parts/form/send-once.ts';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/book-quotation';
import { QuotedOrder } from './quoted-order.tsx';

export async function loader({ params: { id } }: Route.LoaderArgs) {
  const { number } = await load('quotation', { id });
  try {
    return { id, number, check: await send('quotationCheck', { id }), refused: [] };
  } catch (error) {
    const refused = refusedIn(error);
    if (refused) return { id, number, check: null, refused };
  }
  // Any other answer becomes the page that it becomes everywhere.
  return { id, number, check: await load('quotationCheck', { id }), refused: [] };
}

const refusedIn = (error: unknown) =>
  error instanceof CallRefused ? (error.data as Partial<RefusedProducts>).refused : undefined;

type Order = OutputOf<'quotationCheck'>['orders'][number];
type Values = Record<string, Record<string, string>>;
type Loaded = { id: string; number: string; check: OutputOf<'quotationCheck'> };

export default function BookQuotation({ loaderData: { check, refused, ...of } }: Route.ComponentProps) {
  return check ? <BookingForm loaded={{ ...of, check }} /> : <CannotBook {...of} refused={refused} />;
}

/** Which products are in the way, and the way to the lines. */
function CannotBook({ id, refused }: Pick<Loaded, 'id'> & RefusedProducts) {
  const { colon, say } = useWords();
  return (
    <div className="mx-auto grid max-w-4xl justify-items-start gap-4 py-6 lg:py-8">
      <PageHeading text={say('quotation.bookTitle')} />
      {refused.map(({ name, problem }) => (
        <Notice key={name} tone="bad" title={`${colon(name)}${problem}`} />
      ))}
      <LinkButton to={paths.savedQuotation(id)}>{say('quotation.openList')}</LinkButton>
    </div>
  );
}

function BookingForm({ loaded }: { loaded: Loaded }) {
  const words = useWords();
  const { say } = words;
  const { number, check } = loaded;
  const [contact, setContact] = useState(check.orders[0]?.form.contact ?? noContact);
  const [values, setValues] = useState<Values>({});
  const [agreed, setAgreed] = useState(false);
  const { errors, problem, changed, busy, submit, ref } = useBooking(loaded, { contact, values, agreed });
  const orders = check.orders.map((order) => ({ ...order, now: changed.get(order.key) ?? order.now }));
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
        <QuotedOrder
          key={order.key}
          order={order}
          values={values[order.key] ?? {}}
          errorOf={(name) => errors[`orders.${at}.orderFields.${name}`]}
          path={`orders.${at}.orderFields`}
          onChange={(name, value) =>
            setValues((known) => ({
              ...known,
              [order.key]: { ...known[order.key], [name]: value },
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
        onValue={onAgree}
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
    const orders = check.orders.map(({ key, form }) => ({
      productId: form.productId,
      key,
      orderFields: fieldsGiven(form, values[key] ?? {}),
      freightMinor: freightFor(form, values[key] ?? {})?.total.amountMinor ?? 0,
    }));
    const seen = check.orders.map(({ key, form, now }) => ({
      productId: form.productId,
      key,
      total: changed.get(key) ?? now,
    }));
    const agreement = check.orders[0]?.form.agreement ?? undefined;
    const input = { id, revision: check.revision, contact, orders, agreed, agreement, seen };
    try {
      await sendOnce('quotationBook', input, 'quotation');
      await navigate(paths.savedQuotation(id));
    } catch (error) {
      if (refusedIn(error)) void revalidate();
      const failure = describeError(error, words);
      showAndFocus(ref.current, () => {
        if (failure.code === 200203 && error instanceof CallRefused) {
          const { orders: figures } = error.data as { orders?: { key: string; total: Money }[] };
          if (figures) setChanged(new Map(figures.map((figure) => [figure.key, figure.total])));
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
