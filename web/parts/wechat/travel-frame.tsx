// Head and components of the screens of one trip (§2 wechat): the link back, the title, the order's number.
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeWhen } from '../../../domain/dates.ts';
import { inFieldOrder } from '../../../domain/traveller-fields.ts';
import { showValue } from '../booking/field-words.ts';
import { PageHeading } from '../page/page-heading.tsx';
import { nameSku, useWords } from '../use-words.ts';
import { type LoadedTravel, type Stop, type Travel, travelPath } from './load-travel.ts';

type FrameProps = LoadedTravel & { title: string; children: ReactNode };

export function TravelFrame({ travel, opener, title, children }: FrameProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <BackLink to={travelPath('ordeInfo', opener)} label={say('wechat.travel.back')} />
      <TravelHead title={title} orderNo={travel.orderNo} />
      {children}
    </div>
  );
}

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-brand">
      <IconArrowLeft aria-hidden="true" className="size-5" />
      {label}
    </Link>
  );
}

export function TravelHead({ title, orderNo }: { title: string; orderNo: string }) {
  const { say } = useWords();
  return (
    <header className="min-w-0">
      <PageHeading className="text-2xl font-bold break-words" text={title} />
      <p className="text-sm text-quiet tabular-nums">{say('order.number', { orderNo })}</p>
    </header>
  );
}

/** Product, time and quantity of one line. */
export function StopFacts({ stop, children }: { stop: Stop; children?: ReactNode }) {
  const words = useWords();
  return (
    <div className="grid min-w-0 gap-1">
      <h2 className="text-lg font-bold break-words">{stop.productName}</h2>
      <p className="font-medium">{describeWhen(stop, words.day, words.say)}</p>
      <p className="text-sm break-words text-quiet">
        {[stop.packageName, nameSku(words, stop)].filter(Boolean).join(' · ')}
        {stop.quantity > 0 && ` ×\u00a0${stop.quantity}`}
      </p>
      {children}
    </div>
  );
}

/** The values given for the day, in the fixed order of fields. */
export function DayFields({ fields }: { fields: Travel['fields'] }) {
  const words = useWords();
  const rows = inFieldOrder(Object.entries(fields)).filter(([, value]) => value);
  return (
    <dl className="grid divide-y divide-line">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-0.5 py-2.5 first:pt-0 last:pb-0">
          <dt className="text-sm text-quiet">{words.say(`order.traveller.${name}`)}</dt>
          <dd className="font-medium break-words" suppressHydrationWarning>
            {showValue(name, value, words)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type RowProps = { to: string; icon: ReactNode; label: string; note?: string };

/** One of the links of the trip. */
export function TripLink({ to, icon, label, note }: RowProps) {
  return (
    <li>
      <Link to={to} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-tint">
        <span aria-hidden="true" className="text-brand">
          {icon}
        </span>
        <span className="min-w-0 grow">
          <span className="block font-semibold">{label}</span>
          {note && <span className="block text-sm break-words text-quiet">{note}</span>}
        </span>
        <IconChevronRight aria-hidden="true" className="size-5 shrink-0 text-quiet" />
      </Link>
    </li>
  );
}
