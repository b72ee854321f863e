// What Mozio offers for a day, a time and a number of people, as it comes in; a vehicle fills in the class and the limit of a SKU.
import { useEffect, useRef, useState } from 'react';
import { addDays, todayIn } from '../../../../domain/dates.ts';
import { send } from '../../../call.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { type MozioPackage, type MozioRide, type TieDraft, wholeOf } from './mozio-view.ts';

const pollMilliseconds = 2000;
const mostPolls = 25;
const daysAhead = 14;

type Search = { busy: boolean; rides: MozioRide[] | undefined; problem: string };
type Question = { from: string; to: string; on: string; time: string; people: number; currency: TieDraft['currency'] };

const wait = () => new Promise((resolve) => setTimeout(resolve, pollMilliseconds));

/** One search at a time: a newer one, or leaving the form, ends the one before. */
function useAsking(id: string) {
  const words = useWords();
  const [asking, setAsking] = useState<Search>({ busy: false, rides: undefined, problem: '' });
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  async function run(question: Question): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    const isOver = () => mine !== turn.current;
    const found = new Map<string, MozioRide>();
    setAsking({ busy: true, rides: undefined, problem: '' });
    try {
      let searchId = '';
      for (let polls = 0; polls < mostPolls; polls += 1) {
        const reply = await send('consoleMozioAsk', { ...question, id, searchId });
        if (isOver()) return;
        for (const ride of reply.rides) found.set(ride.id, ride);
        searchId = reply.searchId;
        const rides = [...found.values()].toSorted((left, other) => left.price.amountMinor - other.price.amountMinor);
        const sentence =
          reply.problem && [words.say(`reselling.problem.${reply.problem}`), reply.answer].filter(Boolean).join(': ');
        const busy = reply.more && !sentence && polls + 1 < mostPolls;
        setAsking({ busy, rides: busy && !rides.length ? undefined : rides, problem: sentence });
        if (!busy) return;
        await wait();
        if (isOver()) return;
      }
    } catch (error) {
      if (!isOver()) setAsking({ busy: false, rides: undefined, problem: describeError(error, words).text });
    }
  }
  return { ...asking, run };
}

type AskProps = {
  id: string;
  draft: TieDraft;
  skus: MozioPackage['skus'];
  onUse(sku: string, ride: MozioRide): void;
};

export function AskRides({ id, draft, skus, onUse }: AskProps) {
  const { say } = useWords();
  const [on, setOn] = useState(addDays(todayIn(useDeskZone(), useNow()), daysAhead));
  const [time, setTime] = useState('12:00');
  const [people, setPeople] = useState('2');
  const [guest, setGuest] = useState('');
  const [sku, setSku] = useState(skus[0]?.id ?? '');
  const asking = useAsking(id);
  const isOpen = !draft.from.trim() || !draft.to.trim();
  const [from, to] = [draft.from.trim() || guest.trim(), draft.to.trim() || guest.trim()];
  const isComplete = Boolean(from && to && on && /^\d\d:\d\d/.test(time) && wholeOf(people));
  const ask = () =>
    void asking.run({ ...{ from, to, on, time: time.slice(0, 5), people: wholeOf(people) }, currency: draft.currency });
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">{say('reselling.mozio.offers')}</legend>
      {isOpen && (
        <InputField
          label={say('reselling.mozio.example')}
          hint={say('reselling.mozio.exampleHint')}
          maxLength={250}
          value={guest}
          onValue={setGuest}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField label={say('console.column.date')} type="date" value={on} onValue={setOn} />
        <InputField label={say('reselling.mozio.time')} type="time" value={time} onValue={setTime} />
        <InputField
          label={say('reselling.mozio.travellers')}
          inputMode="numeric"
          maxLength={2}
          value={people}
          onValue={setPeople}
        />
      </div>
      <Button variant="outline" className="justify-self-start" busy={asking.busy} disabled={!isComplete} onClick={ask}>
        {say('reselling.mozio.ask')}
      </Button>
      {skus.length > 1 && asking.rides && asking.rides.length > 0 && (
        <ChoiceField
          label={say('reselling.mozio.forSku')}
          value={sku}
          options={skus.map((one) => [one.id, one.name] as const)}
          onValue={setSku}
        />
      )}
      <Offers {...asking} onUse={(ride) => onUse(sku || (skus[0]?.id ?? ''), ride)} />
    </fieldset>
  );
}

type OffersProps = Search & { onUse(ride: MozioRide): void };

function Offers({ busy, rides, problem, onUse }: OffersProps) {
  const { say, money } = useWords();
  return (
    <>
      {problem && <Notice tone="bad" title={problem} />}
      <p role="status" className="text-sm text-quiet empty:hidden">
        {busy && say('reselling.mozio.asking')}
        {!busy && !problem && rides?.length === 0 && say('reselling.mozio.nothing')}
      </p>
      <ul className="divide-y divide-line empty:hidden">
        {rides?.map((ride) => (
          <li key={ride.id} className="flex items-center justify-between gap-2 py-2">
            <span className="min-w-0 flex-1 break-words">
              {ride.vehicle} · {money(ride.price)}
              <span className="block text-sm text-quiet">
                {[
                  ride.people !== null && say('reselling.mozio.upTo', { count: ride.people }),
                  ride.bags !== null && say('reselling.mozio.bags', { count: ride.bags }),
                  ride.provider,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button variant="outline" size="sm" onClick={() => onUse(ride)}>
              {say('reselling.mozio.use')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
