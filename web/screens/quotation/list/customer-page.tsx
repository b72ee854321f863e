// A quotation as its customer sees it (§2 onlinequotation): itinerary by day with pictures, total, a question to the agent, accepting. No
// account is needed, and the page has no data about the agent's prices.
import { IconCalendar, IconClock, IconMail, IconMoon, IconPhone, IconTicket } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { describeWhen } from '../../../../domain/dates.ts';
import { describeGuests } from '../../../../domain/rooms.ts';
import { send } from '../../../call.ts';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { Picture } from '../../../parts/page/picture.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { CustomerActs, type CustomerProps, type CustomerView } from './customer-acts.tsx';

type Day = CustomerView['days'][number];
type Line = Day['lines'][number];

export function CustomerPage({ quotation, token }: CustomerProps) {
  const { say } = useWords();
  useEffect(() => {
    // The server decides whether this view counts; a failure does not concern the customer.
    send('quotationOpened', { quotetoken: token }).catch(() => undefined);
  }, [token]);
  const [answer, setAnswer] = useState<{ changed: boolean }>();
  const state = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, or the page is another one: what is so now is brought into view, once it is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new quotation may be rendered after its answer
  useEffect(() => {
    if (answer) state.current?.focus();
  }, [answer, quotation.status, quotation.version]);
  const title = quotation.title || say('quotation.listTitle');
  return (
    <div className="mx-auto max-w-5xl pt-4 pb-28 lg:pb-8">
      <PageTitle text={title} />
      <Hero quotation={quotation} title={title} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <div ref={state} tabIndex={-1} className="scroll-mt-4 empty:hidden">
            <State quotation={quotation} changed={answer?.changed ?? false} />
          </div>
          {quotation.greeting && (
            <p className="px-1 text-lg leading-relaxed break-words whitespace-pre-wrap">{quotation.greeting}</p>
          )}
          <section aria-label={say('quotation.itinerary')} className="grid gap-8">
            {quotation.days.map((day) => (
              <DayOfTrip key={day.on ?? ''} day={day} />
            ))}
          </section>
          {quotation.terms && (
            <Card>
              <h2 className="mb-2 text-lg font-bold">{say('quotation.terms')}</h2>
              <p className="text-sm break-words whitespace-pre-wrap text-quiet">{quotation.terms}</p>
            </Card>
          )}
          <p className="px-1 text-sm text-quiet">{say('quotation.subject')}</p>
        </div>
        <aside className="grid gap-4 lg:sticky lg:top-4">
          <CustomerActs quotation={quotation} token={token} onAnswer={setAnswer} />
          <Agent agent={quotation.agent} />
        </aside>
      </div>
    </div>
  );
}

function Hero({ quotation, title }: { quotation: CustomerView; title: string }) {
  const words = useWords();
  const { say } = words;
  const picture = quotation.days.flatMap((day) => day.lines).find((line) => line.picture)?.picture;
  return (
    <header className="relative isolate overflow-hidden rounded-card bg-brand text-white">
      {picture && (
        <div className="absolute inset-0 -z-10">
          <Picture picture={picture} alt="" sizes="(min-width: 64rem) 64rem, 100vw" eager className="h-full" />
          <div className="absolute inset-0 bg-gradient-to-t from-black/85 via-black/55 to-black/35" />
        </div>
      )}
      <div className="grid min-h-64 content-end gap-2 p-5 sm:min-h-80 sm:p-8">
        {quotation.customerName && (
          <p className="font-medium">{say('quotation.for', { name: quotation.customerName })}</p>
        )}
        <h1 className="text-3xl leading-tight font-bold break-words sm:text-4xl">{title}</h1>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span>{say('quotation.validUntil', { date: words.day(quotation.validUntil) })}</span>
          <span>{quotation.number}</span>
        </p>
      </div>
    </header>
  );
}

type StateProps = { quotation: CustomerView; changed: boolean };

function State({ quotation: { status, agent, validUntil, open }, changed }: StateProps) {
  const words = useWords();
  const { say } = words;
  if (status === 'accepted') return <Notice tone="good" title={say('quotation.accepted', { agent: agent.name })} />;
  if (status === 'booked') return <Notice tone="good" title={say('quotation.isBooked', { agent: agent.name })} />;
  if (open && changed) return <Notice tone="warn" title={say('quotation.changed', { agent: agent.name })} />;
  if (open) return null;
  return <Notice tone="warn" title={say('quotation.isOver', { date: words.day(validUntil), agent: agent.name })} />;
}

function DayOfTrip({ day: { on, lines } }: { day: Day }) {
  const words = useWords();
  return (
    <section>
      <h2 className="mb-3 flex items-center gap-2 text-xl font-bold">
        <IconCalendar aria-hidden="true" className="size-6 text-brand" />
        {on ? words.day(on) : words.say('quotation.anyDay')}
      </h2>
      <ol className="grid gap-4 border-l-2 border-line pl-4 sm:ml-3 sm:pl-6">
        {lines.map((line) => (
          <li key={line.position}>
            <LineOfTrip line={line} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function LineOfTrip({ line }: { line: Line }) {
  const words = useWords();
  const { say } = words;
  const stays = Boolean(line.untilOn);
  const when =
    line.untilOn || line.validUntil
      ? describeWhen(
          { ...line, playOn: line.playOn ?? '' },
          (day) => words.day(day, stays ? 'short' : 'long'),
          words.say,
        )
      : line.session;
  const units = [
    line.unitName && `${line.unitName} ×\u00a0${line.quantity}`,
    line.guests && say('catalog.stay.eachRoom', { guests: describeGuests(words, line.guests) }),
    ...line.addOns.map((addOn) => `${addOn.name} ×\u00a0${addOn.quantity}`),
  ].filter((text): text is string => Boolean(text));
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface sm:grid sm:grid-cols-[12rem_1fr]">
      {line.picture && (
        <Picture picture={line.picture} sizes="(min-width: 40rem) 12rem, 100vw" className="max-sm:max-h-52 sm:h-full" />
      )}
      <div className={`grid content-start gap-1.5 p-4 ${line.picture ? '' : 'sm:col-span-2'}`}>
        <h3 className="text-lg leading-snug font-semibold break-words">{line.name}</h3>
        {line.packageName && <p className="text-sm break-words text-quiet">{line.packageName}</p>}
        {when && <Fact icon={stays ? <IconMoon className="size-4" /> : <IconClock className="size-4" />}>{when}</Fact>}
        {units.length > 0 && <Fact icon={<IconTicket className="size-4" />}>{words.join(units)}</Fact>}
        {line.text && <p className="text-sm break-words whitespace-pre-wrap">{line.text}</p>}
        <p className="mt-1 text-right font-bold tabular-nums">{words.money(line.amount)}</p>
      </div>
    </article>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-quiet">
        {icon}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

function Agent({ agent: { name, phone, email } }: { agent: CustomerView['agent'] }) {
  const { say } = useWords();
  const look = 'inline-flex min-h-11 items-center gap-2 font-medium break-all text-brand hover:underline';
  return (
    <Card className="grid gap-1">
      <h2 className="text-sm text-quiet">{say('quotation.agent')}</h2>
      <p className="text-lg font-bold break-words">{name}</p>
      {phone && (
        <a href={`tel:${phone.replaceAll(' ', '')}`} className={look}>
          <IconPhone aria-hidden="true" className="size-5 shrink-0" />
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={look}>
          <IconMail aria-hidden="true" className="size-5 shrink-0" />
          {email}
        </a>
      )}
    </Card>
  );
}
