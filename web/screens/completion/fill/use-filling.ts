// A booking's details that are filled in behind a link (§4 booking completion): checked by the server's rules, saved, completed.
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { judgeOrderAlone, judgeTravellersAlone } from '../../../../domain/booking-rules.ts';
import { refusals } from '../../../../domain/errors.ts';
import { paths } from '../../../../domain/paths.ts';
import { loadBookingReader } from '../../../../domain/phones/read-booking.ts';
import { CallRefused, send } from '../../../call.ts';
import { type CallError, describeError, foundHere } from '../../../parts/describe-error.ts';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import type { TypedPlaces } from './order-card.tsx';

type Order = OutputOf<'intactInfo'>['orders'][number];
type Data = { token: string; orders: Order[]; order: Order };

type TypedDetails = {
  travellers: Record<string, string>[];
  values: Record<string, string>;
  places: TypedPlaces;
  notes: string;
};

/** With telephone numbers as people write them (“+60 12-345 678”) in the form's format. */
async function readNumbers(typed: TypedDetails): Promise<TypedDetails> {
  const booking = { contact: {}, orderFields: typed.values, travellers: typed.travellers };
  const read = (await loadBookingReader(booking))?.(booking);
  return read ? { ...typed, values: read.orderFields, travellers: read.travellers } : typed;
}

const bare = (place: TypedPlaces['pickup']) =>
  place && { address: place.address.slice(0, 300), lat: place.lat, lng: place.lng };

/** The problems that the server would report: missing values count only when completing. */
function judge(order: Order, { travellers, values }: TypedDetails, complete: boolean) {
  const laterOrderFields = complete ? [] : order.orderFields;
  return {
    ...judgeOrderAlone({ ...order, laterOrderFields }, values),
    ...judgeTravellersAlone({ ...order, travellersLater: !complete }, travellers),
  };
}

const sayProblems = (problems: ReturnType<typeof judge>, { say }: Words) =>
  Object.entries(problems).map(([path, { problem, max = 0, min = 0 }]) => [
    path,
    say(`ui.field.${problem}`, { max, min }),
  ]);

/** The typed values, validated by the server's rules before sending. */
export function useFilling({ token, orders, order }: Data) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { travellers, values, places, notes, orderNo } = order;
  const [typed, setTyped] = useState<TypedDetails>({ travellers, values, places, notes });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Omit<CallError, 'fields'>>();
  const [nearest, setNearest] = useState<string[]>([]);
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const refuse = ({ fields, ...failure }: CallError) => {
    showAndFocus(document.getElementById('travellers'), () => {
      setErrors(fields);
      setProblem(failure);
    });
  };
  const submit = async (complete: boolean) => {
    setSaved(false);
    setNearest([]);
    // Reading the numbers may load a script first, and a second click meanwhile would send everything again.
    setBusy(true);
    try {
      const filled = await readNumbers(typed);
      const found = sayProblems(judge(order, filled, complete), words);
      if (found.length)
        return refuse({
          ...{ text: words.say('order.booking.checkFields'), code: foundHere },
          fields: Object.fromEntries(found),
        });
      setErrors({});
      setProblem(undefined);
      const { pickup, dropOff } = filled.places;
      await send('intact', {
        ...{ token, orderNo, complete, pickup: bare(pickup), dropOff: bare(dropOff) },
        ...{ travellers: filled.travellers, orderFields: filled.values, notes: filled.notes },
      });
      const left = orders.some((item) => item.orderNo !== orderNo && item.state === 'open');
      if (complete) await navigate(left ? paths.completionList(token) : paths.completed());
      else {
        setSaved(true);
        await revalidate();
      }
    } catch (error) {
      const failure = describeError(error, words);
      if (failure.code === refusals.pickupTimeClosed && error instanceof CallRefused)
        setNearest((error.data as { nearest: string[] }).nearest);
      refuse(failure);
    } finally {
      setBusy(false);
    }
  };
  const change = (next: (now: TypedDetails) => TypedDetails) => {
    setSaved(false);
    setNearest([]);
    setTyped(next);
  };
  return { typed, change, errors, problem, nearest, saved, busy, submit };
}
