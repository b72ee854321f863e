// The date: a day, the two ends of a stay, or none for an open ticket; then the session if there are several.
import { todayIn } from '../../../domain/dates.ts';
import { useWords } from '../../parts/use-words.ts';
import { useNow } from '../../root-data.ts';
import { PriceCalendar } from './price-calendar.tsx';
import { sayLeft } from './say-left.ts';
import type { Choice, Package, Product } from './use-choice.ts';

type ChooseDayProps = { product: Product; choice: Choice; chosen: Package };

export function ChooseDay({ product, choice, chosen }: ChooseDayProps) {
  const { say } = useWords();
  const now = useNow();
  const { day, until, stay, byDay } = choice;
  if (chosen.openDays !== null)
    return (
      <p className="rounded-lg bg-tint px-4 py-3 text-sm">
        {say('catalog.product.openDays', { days: chosen.openDays })}
      </p>
    );
  const ends = byDay ? ['firstDay', 'lastDay'] : ['checkIn', 'checkOut'];
  return (
    <>
      <div>
        <h3 className="mb-2 font-semibold">
          {stay ? ends.map((end) => say(`catalog.product.${end}`)).join(' – ') : say('catalog.product.date')}
        </h3>
        <PriceCalendar
          key={chosen.id}
          packageId={chosen.id}
          stockBy={product.stockBy}
          skuId={chosen.skus[0]?.id}
          shown={product.shown}
          chosen={day}
          until={until}
          mayEnd={choice.mayEnd}
          first={chosen.nextOn ?? product.nextOn ?? todayIn(product.zone, now)}
          onChoose={choice.chooseDay}
          onDays={choice.onDays}
        />
        <p className="mt-2 text-sm text-quiet" aria-live="polite">
          {stay && day && !until && (
            <strong className="mr-2 text-ink">
              {say(`catalog.product.${byDay ? 'chooseLastDay' : 'chooseCheckOut'}`)}
            </strong>
          )}
          {say('catalog.calendar.note', { currency: product.shown.currency, zone: product.city.name })}
        </p>
      </div>
      {day && !stay && choice.sessions.length > 1 && <Sessions choice={choice} product={product} chosen={chosen} />}
    </>
  );
}

/** Above this number the exact count does not matter. */
const manyPlaces = 100;

/** With the price of each for the first kind of ticket, if they differ. */
function Sessions({ choice, product, chosen }: ChooseDayProps) {
  const words = useWords();
  const { say, shown } = words;
  const priceIn = (session: Choice['sessions'][number]) =>
    session.prices.find((price) => price.skuId === chosen.skus[0]?.id)?.price;
  const textOf = (price: ReturnType<typeof priceIn>) => price && shown(price, product.shown);
  const differ = new Set(choice.sessions.map((session) => priceIn(session)?.amountMinor)).size > 1;
  return (
    <fieldset data-asks="session">
      <legend className="mb-2 font-semibold">{say('catalog.product.session')}</legend>
      <div className="flex flex-wrap gap-2">
        {choice.sessions.map((session) => (
          <label
            key={session.session}
            className={
              'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line px-4 ' +
              'has-checked:border-brand has-checked:bg-tint has-disabled:opacity-50'
            }
          >
            <input
              type="radio"
              name="session"
              className="accent-brand"
              checked={choice.row?.session === session.session}
              disabled={session.left === 0}
              onChange={() => choice.setSession(session.session)}
            />
            <span className="icon icon-clock flex text-quiet" />
            {session.session || say('catalog.product.wholeDay')}
            {!chosen.oversell && session.left < manyPlaces && (
              <span className={`text-sm ${session.left <= 5 ? 'text-warn' : 'text-quiet'}`}>
                {sayLeft(words, product.stockBy, session.left)}
              </span>
            )}
            {differ && <span className="text-sm text-quiet tabular-nums">{textOf(priceIn(session))}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
