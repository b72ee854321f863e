// A voucher as its holder and the gate see it (§3 vouchers): state, product, day, quantity. No price.
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { Notice } from '../../ui/pieces.tsx';
import { nameSku, useWords } from '../use-words.ts';

type Checked = OutputOf<'voucherCheck'>;
type Subject = Omit<NonNullable<Checked['voucher']>, 'firstLetter'>;

const tones = {
  valid: 'good',
  used: 'warn',
  cancelling: 'warn',
  over: 'warn',
  cancelled: 'bad',
  unknown: 'bad',
} as const satisfies Record<Checked['state'], string>;

export function VoucherNotice({ state, children }: { state: Checked['state']; children?: React.ReactNode }) {
  const { say } = useWords();
  return (
    <Notice tone={tones[state]} title={say(`export.verify.state.${state}`)}>
      {children}
    </Notice>
  );
}

/** `more` are further rows below, in order; empty ones are left out. */
export function VoucherRows({ voucher, more = [] }: { voucher: Subject; more?: [label: string, value: string][] }) {
  const words = useWords();
  const { say } = words;
  const { skuName, ticketType, carType } = voucher;
  const rows: [string, string][] = [
    [say('export.voucher.package'), voucher.packageName],
    [say('export.voucher.date'), describeWhen(voucher, words.day, say)],
    [say('export.voucher.quantity'), `${nameSku(words, { skuName, ticketType, carType })} ×\u00a0${voucher.quantity}`],
    ...more,
  ];
  return <FactRows rows={rows} />;
}

export function FactRows({ rows }: { rows: [label: string, value: string][] }) {
  return (
    <dl className="grid gap-2 sm:grid-cols-[auto_1fr] sm:gap-x-6">
      {rows
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="grid sm:contents">
            <dt className="text-sm text-quiet sm:text-base">{label}</dt>
            <dd className="min-w-0 font-medium break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
