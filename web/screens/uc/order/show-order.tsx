// One order (§2 uc order detail): its lines, price, history and remarks, and only the buttons that apply now.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import { isEnded, OrderStatus } from '../../../../domain/order-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { writePhone } from '../../../../domain/phones/write-phone.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { CompletionLink } from '../../../parts/completion/completion-link.tsx';
import { AgreementLine } from '../../../parts/order/agreement-line.tsx';
import { ESimCards, hasESims } from '../../../parts/order/esim-cards.tsx';
import { MoneyCard } from '../../../parts/order/money-card.tsx';
import { OrderDocuments } from '../../../parts/order/order-documents.tsx';
import { OrderFiles } from '../../../parts/order/order-files.tsx';
import { OrderLines, TravellerRows } from '../../../parts/order/order-lines.tsx';
import { OrderNote } from '../../../parts/order/order-note.tsx';
import { OrderPayBadge, StatusBadge, transferOf } from '../../../parts/order/order-pieces.tsx';
import { OrderTimeline } from '../../../parts/order/order-timeline.tsx';
import { Remarks } from '../../../parts/order/remarks.tsx';
import { RestCard } from '../../../parts/order/rest-card.tsx';
import { Supplements } from '../../../parts/order/supplements.tsx';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { TransferNotice } from '../../../parts/payment/transfer-notice.tsx';
import { isUnderWay, UnderWay } from '../../../parts/payment/under-way.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { PassLink } from '../../../parts/voucher/pass-link.tsx';
import { useRoot } from '../../../root-data.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Countdown } from '../../../ui/countdown.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/show-order';
import { BookAgain } from './book-again.tsx';
import { CancelOrder, type CancelTarget, cancellable } from './cancel-order.tsx';
import { CancelRequests } from './cancel-requests.tsx';
import { ChangeDay } from './change-day.tsx';
import { orderHeading } from './focus-order.ts';
import { JourneyCard } from './journey-card.tsx';
import { type Ended, findEnded, SupplementNotices } from './supplement-notices.tsx';
import { WithdrawOrder } from './withdraw-order.tsx';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../../parts/order/order-unseen.tsx';

export async function loader({ params: { orderNo }, request }: Route.LoaderArgs) {
  const [order, requests, remarks, journey, incomplete] = await Promise.all([
    load('orderDetail', { id: orderNo }),
    load('cancelRequests', { query: orderNo }),
    load('remarks', { a: orderNo, b: 1 }),
    load('journeyOf', { orderNo }),
    load('getIncompleteOrderList', { orderNo }),
  ]);
  const ended = await findEnded(order, new URL(request.url).searchParams.get('supplement'));
  return { order, ended, requests: requests.list, remarks, journey, incomplete: incomplete.list[0] };
}

export default function ShowOrder({ loaderData }: Route.ComponentProps) {
  const { order, ended, requests, remarks, journey, incomplete } = loaderData;
  const { say } = useWords();
  const [wish, setWish] = useState<CancelTarget>();
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-8">
      <PageTitle text={order.productName} />
      <Head order={order} ended={ended} />
      <div className="grid items-start gap-4 md:grid-cols-[1fr_19rem]">
        <div className="grid min-w-0 gap-4">
          <Card>
            <OrderLines lines={order.lines} reviews />
          </Card>
          {hasESims(order.eSims, order.eSimsAwaited) && (
            <Card>
              <ESimCards eSims={order.eSims} awaited={order.eSimsAwaited} />
            </Card>
          )}
          {incomplete && (
            <CompletionLink
              incomplete={incomplete}
              make={() => send('completionLink', { orderNos: [order.orderNo] })}
              mail={(email, language) => send('completionSend', { orderNos: [order.orderNo], email, language })}
            />
          )}
          <CancelRequests order={order} list={requests} onAgain={setWish} />
          <JourneyCard journey={journey} />
          <Contact order={order} fields={journey.stops.length ? {} : order.orderFields} />
          <Remarks key={order.orderNo} orderNo={order.orderNo} side={1} zone={order.zone} first={remarks} />
        </div>
        <div className="grid min-w-0 gap-4">
          {order.rest && (
            <RestCard rest={order.rest}>
              {!order.elsewhere && <PayRest orderNo={order.orderNo} rest={order.rest} />}
            </RestCard>
          )}
          <Supplements order={order} />
          <MoneyCard order={order} />
          <OwnDocuments order={order} />
          {order.files.length > 0 && (
            <Card className="grid gap-3">
              <header>
                <h2 className="text-lg font-bold">{say('order.files')}</h2>
                <p className="text-sm text-quiet">{say('order.filesHint')}</p>
              </header>
              <OrderFiles files={order.files} hrefOf={(id) => fileAddress('orderFile', { id })} />
            </Card>
          )}
          <TitledCard title={say('order.history')}>
            <OrderTimeline order={order} />
          </TitledCard>
        </div>
      </div>
      <LastActions order={order} onCancel={() => setWish({ subOrderNo: '' })} />
      <CancelOrder order={order} wish={wish} onClose={() => setWish(undefined)} />
    </div>
  );
}

type Order = Route.ComponentProps['loaderData']['order'];

/** Name, state, and the actions that are possible now. */
function Head({ order, ended }: { order: Order; ended: Ended | null }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const transfer = transferOf(order);
  return (
    <>
      <header>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={order.status} />
          <OrderPayBadge of={order} />
        </div>
        <h1 id={orderHeading} tabIndex={-1} className="mt-2 text-2xl font-bold break-words">
          {order.heading ?? order.productName}
        </h1>
        <p className="text-quiet">
          {say('order.number', { orderNo: order.orderNo })} · {words.instant(order.placedAt, order.zone)}
        </p>
      </header>
      {order.elsewhere && (
        <Notice tone="info" title={say('order.elsewhere', { source: say(`order.list.source.${order.source}`) })}>
          {say('refusal.handledElsewhere')}
        </Notice>
      )}
      <SupplementNotices order={order} ended={ended} />
      <Waiting order={order} />
      {transfer && <TransferNotice state={transfer} orderNo={order.orderNo} />}
      {isUnderWay(order) && !order.elsewhere && <UnderWay orderNo={order.orderNo} />}
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {order.lines.some((line) => line.voucher) && <PassLink orderNo={order.orderNo} />}
        <BookAgain order={order} />
        {isChangeable(order) && (
          <a href="#change" className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline">
            {say('export.pass.change')}
          </a>
        )}
        {order.payBy && (
          <LinkButton to={paths.payment('pay', order.orderNo)} variant="book">
            {say('order.pay')}
          </LinkButton>
        )}
        {order.payBy && (
          <p className="text-sm text-quiet">
            {say('payment.pay.timeLeft')} <Countdown until={Date.parse(order.payBy)} onEnd={revalidate} />
          </p>
        )}
      </div>
    </>
  );
}

/** Paid, and neither over nor used: it can be changed, by its buyer or by the shop. */
const isChangeable = ({ status, elsewhere, lines }: Order): boolean =>
  !elsewhere &&
  (status === OrderStatus.pending || status === OrderStatus.confirmed) &&
  lines.some((line) => !line.redeemedAt && line.cancelledQuantity < line.quantity);

/** What ends the order, below everything that a traveller comes for. */
function LastActions({ order, onCancel }: { order: Order; onCancel(): void }) {
  const { say } = useWords();
  const mayCancel = ['cancelPending', 'applyToCancel'].some((item) => order.actions.includes(item));
  return (
    <div id="change" className="flex flex-wrap items-center gap-x-6 gap-y-3 empty:hidden">
      {order.actions.includes('withdraw') && <WithdrawOrder order={order} />}
      {mayCancel && cancellable(order.lines).length > 0 && (
        <Button variant="danger" onClick={onCancel}>
          {say('order.cancelOpen')}
        </Button>
      )}
      <ChangeDay order={order} />
      {isChangeable(order) && (
        <a href="#remarks" className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline">
          {say('order.changeBy')}
        </a>
      )}
    </div>
  );
}

function PayRest({ orderNo, rest }: { orderNo: string; rest: NonNullable<Order['rest']> }) {
  const { say, money } = useWords();
  return (
    <LinkButton variant="book" to={paths.payment('pay', orderNo, { supplement: rest.supplementNo })} className="w-full">
      {say('order.supplement.pay', { amount: money(rest.amount) })}
    </LinkButton>
  );
}

/** Pending decisions of a person. */
function Waiting({ order }: { order: Order }) {
  const { say } = useWords();
  if (order.secondCheck === 'waiting' && !isEnded(order.status))
    return (
      <Notice tone="info" title={say('wechat.travel.check.waiting')}>
        {say('order.pickupWaitsHint')}
      </Notice>
    );
  if (order.status !== OrderStatus.pending) return null;
  return (
    <Notice tone="info" title={say('order.waits')}>
      {say('order.waitsHint')}
    </Notice>
  );
}

const documentFiles = {
  vouchers: 'voucherPackFile',
  itinerary: 'itineraryFile',
  invoice: 'invoiceFile',
  calendar: 'calendarFile',
} as const;

/** Agents may give them to customers under the agent's name. */
function OwnDocuments({ order }: { order: Order }) {
  const { user } = useRoot();
  return (
    <OrderDocuments
      order={order}
      hrefOf={(kind, wish) => fileAddress(documentFiles[kind], { orderNo: order.orderNo, ...wish })}
      plain={user?.registrant !== 'individual'}
      {...(user?.withoutMoney && { only: ['vouchers', 'itinerary', 'calendar'] })}
    />
  );
}

/** The values given for the day, shown as long as a day is to come. */
function Contact({ order, fields }: { order: Order; fields: Order['orderFields'] }) {
  const { say } = useWords();
  const { contact } = order;
  return (
    <TitledCard title={say('order.booking.contact')}>
      <p className="break-words">{contact.name}</p>
      <p className="break-words text-quiet">
        {contact.email}
        {contact.phone && ` · ${writePhone(contact)}`}
      </p>
      <OrderNote label={say('order.booking.agentReference')} text={order.agentReference} />
      <TravellerRows values={Object.entries(fields)} />
      <OrderNote label={say('completion.notes')} text={order.completionNotes} />
      <AgreementLine agreement={order.agreement} />
      {order.remark && <p className="mt-2 text-sm break-words whitespace-pre-wrap">{order.remark}</p>}
    </TitledCard>
  );
}
