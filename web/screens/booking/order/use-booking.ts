// A booking that is filled in: the stored values, the visible problems (of a field once it lost the focus, of all fields once sent), and
// the input for the server. The rules are those of the server (domain/booking-rules.ts).
import { useCallback, useMemo, useState } from 'react';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { fieldsNow } from '../../../../domain/asked-fields.ts';
import { judgeBooking } from '../../../../domain/booking-rules.ts';
import type { FieldProblem } from '../../../../domain/errors.ts';
import type { Language } from '../../../../domain/languages.ts';
import { loadBookingReader } from '../../../../domain/phones/read-booking.ts';
import { moveTyped, typedKeyOfOrder, useStoredValue } from '../../../parts/form/store-typed.ts';
import type { CheckedAddress } from '../../../parts/map/range-checker.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import type { Placed } from './find-placed.ts';
import { useAccountDraft } from './use-account-draft.ts';

export type BookingForm = OutputOf<'bookProducts'>;
export type To = 'contact' | 'account' | 'other';

export type TypedBooking = {
  /** The direction chosen on the product page, with which a transfer starts. */
  chosen: string;
  contact: { name: string; email: string; areaCode: string; phone: string };
  orderFields: Record<string, string>;
  travellers: Record<string, string>[];
  /** Travellers fill in missing details by a link (§4 booking completion). */
  travellersLater: boolean;
  remark: string;
  agentReference: string;
  /** Each line has a separate reference. */
  perLine: boolean;
  lineReferences: string[];
  notify: { to: To; on: boolean; email: string; language: Language }[];
  pickup: CheckedAddress | null;
  dropOff: CheckedAddress | null;
  promoCode: string;
};

export type Booking = {
  form: BookingForm;
  typed: TypedBooking;
  /** Hints under a field by its path. */
  errors: Record<string, string>;
  change(path: string, make: (known: TypedBooking) => TypedBooking): void;
  leave(path: string): void;
  /** Free pick-up times near a refused one. */
  nearest: string[];
  /** The form was sent once: all problems are shown. */
  tried: boolean;
};

/** Shown when a field loses the focus: problems of its value, but not that it is empty. A place without delivery is shown at once. */
const onlyWhenSent: ReadonlySet<FieldProblem> = new Set<FieldProblem>(['required', 'oneOfBoth', 'notifyNone']);

/** A transfer starts with the direction that was chosen before; whatever the product's lists leave one choice for starts with that. */
function startFields({ choices }: BookingForm, chosen: string): Record<string, string> {
  const only = Object.entries(choices).flatMap(([name, list]) => (list.length === 1 ? [[name, list[0] ?? '']] : []));
  const direction = (choices.direction ?? []).find((one) => one === chosen);
  return { ...Object.fromEntries(only), ...(direction && { direction }) };
}

/**
 * The typed values belong to the product: choosing another day or number of travellers loses none. After ordering they belong to the order
 * until it is paid, because the product's next booking may be for other people.
 */
function useTyped(form: BookingForm, chosen: string, placed: Placed | null, language: Language) {
  const notify = (['contact', 'account', 'other'] as const).map((to) => ({
    to,
    on: to === 'contact',
    email: '',
    language,
  }));
  const start: TypedBooking = {
    chosen,
    contact: form.contact,
    orderFields: startFields(form, chosen),
    travellers: [],
    travellersLater: false,
    remark: '',
    agentReference: '',
    perLine: false,
    lineReferences: [],
    notify,
    pickup: null,
    dropOff: null,
    promoCode: '',
  };
  const adapt = (stored: TypedBooking) =>
    stored.chosen === chosen
      ? stored
      : { ...stored, chosen, orderFields: { ...stored.orderFields, ...start.orderFields } };
  const ofProduct = `typed ${form.productId}`;
  const key = placed && !placed.isDone ? typedKeyOfOrder(placed.orderNo) : ofProduct;
  const place = { key, person: useRoot().user?.userNo ?? '' };
  const [typed, keep, forget] = useStoredValue<TypedBooking>(place, start, adapt);
  const draft = useAccountDraft(form.productId, place, {
    take: (found) => keep((known) => ({ ...known, ...found })),
    clear: () => {
      keep(start);
      forget();
    },
  });
  const change: typeof keep = (next) =>
    keep((known) => {
      const newest = typeof next === 'function' ? next(known) : next;
      draft.save(newest);
      return newest;
    });
  const moveTo = (orderNo: string, sent: TypedBooking) => {
    draft.forget();
    moveTyped(place, typedKeyOfOrder(orderNo), sent);
  };
  return { typed, keep: change, moveTo, draft };
}

export function useBooking(form: BookingForm, direction: string, placed: Placed | null) {
  const { say, language } = useWords();
  const { typed, keep, moveTo, draft } = useTyped(form, direction, placed, language);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [nearest, setNearest] = useState<string[]>([]);
  const judge = useCallback(
    (typed: TypedBooking) =>
      judgeBooking(
        { ...form, travellersLater: typed.travellersLater && form.travellersMayFollow },
        bookingInput(form, typed),
      ),
    [form],
  );
  const problems = useMemo(() => judge(typed), [judge, typed]);
  const shown = Object.entries(problems).filter(
    ([path, { problem }]) => tried || problem === 'notDelivered' || (left.has(path) && !onlyWhenSent.has(problem)),
  );
  const found = shown.map(([path, { problem, max = 0, min = 0 }]) => [path, say(`ui.field.${problem}`, { max, min })]);
  /** Normalises telephone numbers and full-width letters, and returns whether everything is right. */
  const readNumbers = async () => {
    const read = await loadBookingReader(typed);
    let newest = typed;
    if (read)
      keep((known) => {
        newest = read(known);
        return newest;
      });
    return { typed: newest, sound: !Object.keys(judge(newest)).length };
  };
  const booking: Booking = {
    form,
    typed,
    errors: { ...refused, ...Object.fromEntries(found) },
    change(path, make) {
      keep(make);
      if (path in refused) setRefused(({ [path]: _, ...others }) => others);
    },
    leave(path) {
      setLeft((known) => new Set(known).add(path));
      void readNumbers();
    },
    nearest: refused['orderFields.407'] || refused['orderFields.flightArrivalTime'] ? nearest : [],
    tried,
  };
  return { booking, draft, setNearest, readNumbers, setTried, setRefused, moveTo };
}

const placeOf = (place: CheckedAddress | null) =>
  place && { address: place.address.slice(0, 300), lat: place.lat, lng: place.lng };

/** The values that the rules check and the call accepts. */
export function bookingInput(form: BookingForm, typed: TypedBooking) {
  const pickFields = (names: string[], values: Record<string, string>) =>
    Object.fromEntries(names.filter((name) => values[name]?.trim()).map((name) => [name, values[name] ?? '']));
  return {
    contact: typed.contact,
    orderFields: pickFields(fieldsNow(form.orderFields, typed.orderFields), typed.orderFields),
    travellers: Array.from({ length: form.travellerCount }, (_, at) =>
      pickFields(form.travellerFields, typed.travellers[at] ?? {}),
    ),
    travellersLater: typed.travellersLater,
    remark: typed.remark,
    agentReference: typed.perLine ? '' : typed.agentReference,
    lineReferences: form.lines.map((_, at) => (typed.perLine ? (typed.lineReferences[at] ?? '') : '')),
    notify: typed.notify.filter((item) => item.on).map(({ to, email, language }) => ({ to, email, language })),
    pickup: placeOf(typed.pickup),
    dropOff: placeOf(typed.dropOff),
  };
}

/** The lines of the order, each with its reference. */
export function linesOf(form: BookingForm, references: string[]): InputOf<'createOrder'>['lines'] {
  return form.lines.map(({ skuId, playOn, session, quantity, untilOn, guests }, at) => ({
    skuId,
    playOn,
    session,
    quantity,
    ...(untilOn ? { untilOn } : {}),
    ...(guests ? { guests } : {}),
    agentReference: references[at] ?? '',
  }));
}
