// Booking, step 1 (§2 booking): who, what the product asks for, promo code, agreement; the summary never leaves.
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { type Money, money } from '../../../domain/money.ts';
import { CallRefused, send } from '../../call.ts';
import { load } from '../../load.ts';
import { ContactFields, OrderFields, TravellerFields, type Typed } from '../../parts/booking/booking-form.tsx';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { PriceLadder } from '../../parts/booking/order-pieces.tsx';
import { dropKey, heldKey, useKept } from '../../parts/keep-typed.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Picture } from '../../parts/picture.tsx';
import { type Told, tellFailure } from '../../parts/tell-failure.ts';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field, TextArea, TextInput } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/fill-order';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const lines = params.get('lines') ?? '';
  return { lines, form: await load('bookProducts', { lines, addOns: params.get('extras') ?? '' }) };
}

type Form = OutputOf<'bookProducts'>;

export default function FillOrder({ loaderData: { lines, form } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const start: Typed = {
    contact: form.contact,
    orderFields: {},
    travellers: [],
    remark: '',
    agentReference: '',
    promoCode: '',
  };
  const [typed, keep, forget] = useKept<Typed>(`booking ${lines}`, start);
  const [agreed, setAgreed] = useState(false);
  const [discount, setDiscount] = useState<Money>();
  const [changed, setChanged] = useState<{ total: Money; seen: Money }>();
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const off = discount?.amountMinor ?? 0;
  const total = changed?.total ?? money(form.total.amountMinor - off, form.total.currency);
  const errors = told?.fields ?? {};
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const form2 = event.currentTarget;
    const asked = form.lines.map(({ skuId, playOn, session, quantity, untilOn }) => ({
      skuId,
      playOn,
      session,
      quantity,
      ...(untilOn ? { untilOn } : {}),
    }));
    const travellers = Array.from({ length: form.travellerCount }, (_, at) => typed.travellers[at] ?? {});
    const input = {
      ...typed,
      promoCode: off || changed ? typed.promoCode : '',
      travellers,
      id: form.productId,
      lines: asked,
      addOns: form.addOns.map(({ id, quantity }) => ({ id, quantity })),
      agreed,
      seenTotal: total,
    };
    // Another content is another wish: the key belongs to exactly this input until it is answered.
    const name = `order ${JSON.stringify(input)}`;
    try {
      const placed = await send('createOrder', input, { idempotencyKey: heldKey(name) });
      dropKey(name);
      forget();
      await navigate(`/booking/pay?order=${placed.orderNo}`);
    } catch (error) {
      if (error instanceof CallRefused) dropKey(name);
      const failure = tellFailure(error, words);
      if (failure.code === 200203 && error instanceof CallRefused) setChanged(error.data as never);
      setTold(failure);
      setBusy(false);
      requestAnimationFrame(() => (form2.querySelector('[aria-invalid=true]') as HTMLElement | null)?.focus());
    }
  };
  const part = { typed, errors, onChange: keep };
  return (
    <form onSubmit={submit} noValidate>
      <BookingSteps step={1} />
      <PageTitle text={say('booking.step1')} />
      <h1 className="sr">{say('booking.step1')}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
        <div className="grid gap-4">
          {told && <Notice tone="bad" title={told.text} />}
          {changed && (
            <Notice tone="warn" title={say('booking.priceChanged')}>
              {say('booking.priceWas', { old: words.money(changed.seen), now: words.money(changed.total) })}
            </Notice>
          )}
          {form.needsConfirmation && (
            <Notice tone="warn" title={say('booking.beyond')}>
              {say('booking.beyondHint')}
            </Notice>
          )}
          <Card>
            <h2 className="mb-4 text-lg font-bold">{say('booking.contact')}</h2>
            <ContactFields {...part} />
          </Card>
          {form.orderFields.length > 0 && (
            <Card>
              <h2 className="mb-4 text-lg font-bold">{say('booking.details')}</h2>
              <OrderFields {...part} codes={form.orderFields} />
            </Card>
          )}
          {form.travellerCount > 0 && (
            <Card>
              <h2 className="mb-4 text-lg font-bold">{say('booking.travellers')}</h2>
              <TravellerFields {...part} codes={form.travellerFields} count={form.travellerCount} />
            </Card>
          )}
          <Card className="grid gap-4">
            <Field label={say('booking.remark')} hint={say('booking.remarkHint')} error={errors.remark}>
              {(ids) => (
                <TextArea
                  ids={ids}
                  maxLength={2000}
                  value={typed.remark}
                  onChange={(event) => keep({ ...typed, remark: event.target.value })}
                />
              )}
            </Field>
            {form.agent && (
              <Field label={say('booking.agentReference')} error={errors.agentReference}>
                {(ids) => (
                  <TextInput
                    ids={ids}
                    maxLength={40}
                    value={typed.agentReference}
                    onChange={(event) => keep({ ...typed, agentReference: event.target.value })}
                  />
                )}
              </Field>
            )}
            <PromoCode
              form={form}
              typed={typed}
              onChange={keep}
              discount={discount}
              onDiscount={(next) => {
                setDiscount(next);
                setChanged(undefined);
              }}
            />
          </Card>
          <Card>
            <Checkbox
              checked={agreed}
              onChange={(event) => setAgreed(event.target.checked)}
              error={errors.agreed}
              label={say('booking.agree')}
            />
            <p className="mt-1 text-sm text-quiet">
              {form.freeCancelDays === null ? say('policy.none') : say('policy.free', { days: form.freeCancelDays })}{' '}
              {say(form.instant ? 'policy.instant' : 'policy.manual')}
            </p>
          </Card>
        </div>
        <Summary form={form} off={off} total={total} busy={busy} accept={Boolean(changed)} />
      </div>
    </form>
  );
}

type PromoProps = {
  form: Form;
  typed: Typed;
  onChange(next: Typed): void;
  discount: Money | undefined;
  onDiscount(next: Money | undefined): void;
};

function PromoCode({ form, typed, onChange, discount, onDiscount }: PromoProps) {
  const words = useWords();
  const { say } = words;
  const [problem, setProblem] = useState('');
  const apply = async () => {
    setProblem('');
    onDiscount(undefined);
    try {
      onDiscount(
        (await send('checkCoupon', { code: typed.promoCode.trim(), productId: form.productId, amount: form.total }))
          .discount,
      );
    } catch (error) {
      setProblem(tellFailure(error, words).text);
    }
  };
  return (
    <Field
      label={say('booking.promo')}
      error={problem}
      hint={discount && say('booking.promoOff', { amount: words.money(discount) })}
    >
      {(ids) => (
        <div className="flex gap-2">
          <TextInput
            ids={ids}
            maxLength={40}
            autoCapitalize="characters"
            value={typed.promoCode}
            onChange={(event) => {
              onChange({ ...typed, promoCode: event.target.value.toUpperCase() });
              onDiscount(undefined);
            }}
          />
          <Button variant="outline" onClick={apply} disabled={!typed.promoCode.trim()}>
            {say('booking.apply')}
          </Button>
        </div>
      )}
    </Field>
  );
}

function Summary({
  form,
  off,
  total,
  busy,
  accept,
}: {
  form: Form;
  off: number;
  total: Money;
  busy: boolean;
  accept: boolean;
}) {
  const words = useWords();
  const { say } = words;
  const first = form.lines[0];
  const steps = [
    ...form.lines.map((line) => ({
      key: line.skuId,
      label: `${nameSku(words, line)} × ${line.quantity}`,
      amount: line.amount,
    })),
    ...form.addOns.map((one) => ({
      key: `extra ${one.id}`,
      label: `${one.name} × ${one.quantity}`,
      amount: one.amount,
    })),
    ...(off ? [{ key: 'promo', label: say('ladder.promo'), amount: money(-off, form.total.currency) }] : []),
  ];
  return (
    <aside aria-label={say('booking.summary')} className="lg:sticky lg:top-4">
      <Card className="grid gap-4">
        <div className="flex gap-3">
          <Picture picture={form.picture} sizes="120px" alt="" className="!w-24 shrink-0 self-start rounded-lg" />
          <div className="min-w-0">
            <Link to={form.productPath} className="line-clamp-3 font-semibold hover:underline">
              {form.productName}
            </Link>
            <p className="text-sm text-quiet">{form.packageName}</p>
            <p className="text-sm">{first && describeWhen(first, words.day, say)}</p>
          </div>
        </div>
        <div aria-live="polite">
          <PriceLadder steps={steps} payable={total} />
        </div>
        {form.shown.currency !== total.currency && (
          <p className="text-right text-sm text-quiet">≈ {words.shown(total, form.shown)}</p>
        )}
        <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-3">
          <p className="mb-2 flex items-baseline justify-between gap-3 text-sm lg:hidden">
            <span className="text-quiet">{say('ladder.payable')}</span>
            <strong className="text-lg tabular-nums">{words.money(total)}</strong>
          </p>
          <Button type="submit" variant="book" size="lg" busy={busy} className="w-full">
            {accept ? say('booking.accept', { amount: words.money(total) }) : say('booking.toPay')}
          </Button>
        </div>
        <p className="text-sm text-quiet">{say('booking.held', { minutes: form.payWithinMinutes })}</p>
      </Card>
    </aside>
  );
}
