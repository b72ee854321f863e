// Ways to pay as cards (§2 confirm and pay): fee and paying currency before the click, the reason if one cannot be used, and the
// fields that a card payment needs first.
import {
  IconBrandAlipay,
  IconBrandWechat,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDeviceSim,
  IconQrcode,
  IconTestPipe,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import type { OutputOf } from '../../../../contract/index.ts';
import type { Money } from '../../../../domain/money.ts';
import { isOfferedChannel, traitsOf } from '../../../../domain/pay-channels.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';

export type Offer = OutputOf<'payInfo'>['channels'][number];

const icons: Record<string, typeof IconCash> = {
  deposit: IconWallet,
  credit: IconCash,
  offline: IconBuildingBank,
  stripe: IconCreditCard,
  alipay: IconBrandAlipay,
  wechat: IconBrandWechat,
  billionConnect: IconDeviceSim,
  chillPay: IconCreditCard,
  telr: IconCreditCard,
  lianLian: IconWorld,
  midtrans: IconQrcode,
  gbPay: IconQrcode,
  iPay88: IconCreditCard,
  sandbox: IconTestPipe,
};

/** The currency of a channel that takes only that one. */
function currenciesOf(channel: string, { join }: Words): string {
  const { currencies } = isOfferedChannel(channel) ? traitsOf(channel) : { currencies: 'any' };
  return typeof currencies === 'string' ? '' : join(currencies);
}

/** The reason why a way to pay cannot be chosen, by the names of the server. */
const blockedWords = {
  currencyNotTaken: 'refusal.currencyNotTaken',
  zeroNotPayable: 'refusal.zeroNotPayable',
  payBelowLeast: 'refusal.payBelowLeast',
  payAboveMost: 'refusal.payAboveMost',
  balanceTooLow: 'refusal.balanceTooLow',
  creditTooLow: 'refusal.creditTooLow',
  zeroBalance: 'refusal.zeroBalance',
};

/** `about`: the approximate amount in the visitor's currency, if the charge is in another. */
type WayProps = { one: Offer; about: Money | undefined; checked: boolean; onChoose(): void };

export function Way({ one, about, checked, onChoose }: WayProps) {
  const words = useWords();
  const { say } = words;
  const Icon = icons[one.channel] ?? IconCash;
  return (
    <label
      className={
        'flex min-h-16 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line px-4 py-3 ' +
        'has-checked:border-brand has-checked:bg-tint has-disabled:cursor-not-allowed ' +
        'has-disabled:opacity-60'
      }
    >
      <input
        type="radio"
        name="channel"
        className="size-5 accent-brand"
        checked={checked}
        disabled={Boolean(one.blocked)}
        onChange={onChoose}
      />
      <Icon aria-hidden="true" className="size-8 shrink-0 text-brand" stroke={1.5} />
      <span className="min-w-0 grow basis-44">
        <span className="block font-semibold">{say(`payment.channel.${one.channel}`)}</span>
        <span className="block text-sm text-quiet">
          {one.balance
            ? say('payment.pay.balance', { amount: words.money(one.balance) })
            : say(`payment.pay.about.${one.channel}`)}
        </span>
        {!one.blocked && one.payable.amountMinor > 0 && (
          <span className="block text-sm text-quiet">{say(`payment.pay.certain.${one.certain}`)}</span>
        )}
        {one.trouble && !one.blocked && (
          <span className="block text-sm font-medium text-warn">{say('payment.pay.trouble')}</span>
        )}
        {one.blocked && (
          <span className="block text-sm text-bad">
            {say(blockedWords[one.blocked as keyof typeof blockedWords] ?? 'refusal.channelNotOffered', {
              currencies: currenciesOf(one.channel, words),
              limit: one.limit ? words.money(one.limit) : '',
            })}
          </span>
        )}
      </span>
      <span className="ml-auto text-right text-sm">
        <strong className="block text-base tabular-nums">{words.money(one.payable)}</strong>
        {about && !one.blocked && <span className="block text-quiet tabular-nums">{`≈ ${words.money(about)}`}</span>}
        {one.fee.amountMinor > 0 && (
          <span className="text-quiet">{say('payment.pay.fee', { amount: words.money(one.fee) })}</span>
        )}
      </span>
    </label>
  );
}
