// Both amounts and the rate before paying (decision 0505): the order's amount if the charge is in another currency,
// and an approximate amount if the charge is not in the visitor's currency.
import type { OutputOf } from '../../../../contract/index.ts';
import { shownLimits } from '../../../../domain/limits.ts';
import { convertMoney, decimalOf, type Money, money } from '../../../../domain/money.ts';
import { showRate } from '../../../../domain/payment/show-rate.ts';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Offer } from './pay-ways.tsx';

type Info = Pick<OutputOf<'payInfo'>, 'due' | 'shown' | 'order'>;

/** The approximate charge of a way to pay in the visitor's currency; undefined if it charges in that currency. */
export function aboutShown({ due, shown }: Info, { payable, fee }: Pick<Offer, 'payable' | 'fee'>): Money | undefined {
  const bare = payable.amountMinor - fee.amountMinor;
  if (shown.currency === payable.currency || due.amountMinor === 0 || bare <= 0) return undefined;
  const inShown = convertMoney(due, shown.currency, shown.rate);
  return money(Math.round((inShown.amountMinor * payable.amountMinor) / bare), shown.currency);
}

export function ChargeNote({ info, chosen }: { info: Info; chosen: Offer | undefined }) {
  const words = useWords();
  if (!chosen) return null;
  const { exchange, payable } = chosen;
  const about = aboutShown(info, chosen);
  if (!exchange && !about) return null;
  return (
    <div className="grid gap-1 text-right text-sm text-quiet">
      {exchange && <ExchangeLine exchange={exchange} charged={payable} />}
      {exchange && <RateTerms exchange={exchange} zone={info.order.zone} />}
      {about && (
        <p>
          {words.say('payment.exchange.paidIn', {
            currency: payable.currency,
            shown: about.currency,
            amount: words.money(about),
          })}
          <span className="block tabular-nums">{showAbout(payable, about, words.locale)}</span>
        </p>
      )}
    </div>
  );
}

function showAbout(payable: Money, about: Money, locale: string): string {
  const rate = Number(decimalOf(payable)) / Number(decimalOf(about));
  return Number.isFinite(rate) && rate > 0 ? showRate(about.currency, payable.currency, String(rate), locale) : '';
}

/** The source of the rate, the owner's surcharge, and how long the rate is valid. */
function RateTerms({ exchange, zone }: { exchange: NonNullable<Offer['exchange']>; zone: string }) {
  const { say, day, instant } = useWords();
  const { source, on, surchargePercent, until } = exchange;
  if (source === 'order') return null;
  return (
    <>
      {on && <p>{say('payment.exchange.on', { date: day(on) })}</p>}
      {Number(surchargePercent) > 0 && <p>{say('payment.exchange.surcharge', { percent: surchargePercent })}</p>}
      <p>
        {until
          ? say('payment.exchange.until', { time: instant(until, zone) })
          : say('payment.exchange.minutes', { minutes: shownLimits.payQrSeconds / 60 })}
      </p>
    </>
  );
}
