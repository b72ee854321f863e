// One order for the owner's staff (rules §10): all data and the actions that the reader may use: decide it, verify its pick-up, change
// travellers, send the voucher again, cancel for the buyer. Suppliers see what they deliver.
import type { OutputOf } from '../../../../contract/index.ts';
import { fixDeadline } from '../../../../domain/cancellation.ts';
import { isEnded, OrderStatus } from '../../../../domain/order-status.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import { writePhone } from '../../../../domain/phones/write-phone.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { load } from '../../../load.ts';
import { PaymentBadges } from '../../../parts/console/money/money-pieces.tsx';
import { AgreementLine } from '../../../parts/order/agreement-line.tsx';
import { MoneyCard } from '../../../parts/order/money-card.tsx';
import { OrderLines, TravellerRows } from '../../../parts/order/order-lines.tsx';
import { OrderNote } from '../../../parts/order/order-note.tsx';
import { OrderPayBadge, StatusBadge, TransferBadge, transferOf } from '../../../parts/order/order-pieces.tsx';
import { OrderTimeline } from '../../../parts/order/order-timeline.tsx';
import { Remarks } from '../../../parts/order/remarks.tsx';
import { RestCard } from '../../../parts/order/rest-card.tsx';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/handle-order';
import { SupplementsOfOrder } from './add-supplement.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { ChangeContact, isErased } from './change-contact.tsx';
import { ChangeOrder } from './change-form.tsx';
import { ChangesCard } from './changes-card.tsx';
import { CompleteOrder } from './complete-order.tsx';
import { ConsoleDocuments } from './console-documents.tsx';
import { CostCard, PlatformCard } from './cost-card.tsx';
import { DecideOrder } from './decide-order.tsx';
import { DriversCard } from './drivers-card.tsx';
import { ESimsCard } from './esims-card.tsx';
import { GoodwillCard } from './goodwill-card.tsx';
import { MoveDeadline } from './move-deadline.tsx';
import { MoveLine } from './move-line.tsx';
import { NotesCard } from './notes-card.tsx';
import { OpenRequests, OrderActs } from './order-acts.tsx';
import { OrderHead, RejectedNotice } from './order-head.tsx';
import { OrderPapers } from './order-papers.tsx';
import { PickupCard } from './pickup-card.tsx';
import { SendLines } from './send-lines.tsx';
import { SupplyOrder } from './supply-order.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  const id = params.orderNo;
  const me = await load('consoleMe', {});
  const has = (name: string) => me.roles.some((role) => role === 'admin' || role === name);
  const acts = has('operations');
  if (!acts && !has('finance')) return { supply: await load('consoleSupply', { id }) };
  const [order, goodwill, notes, changes] = await Promise.all([
    load('consoleOrder', { id }),
    acts ? load('consoleGoodwill', { id }) : undefined,
    acts ? load('consoleNotes', { id }) : undefined,
    acts ? load('consoleOrderChanges', { id }) : undefined,
  ]);
  const isAsked = acts && order.lines.some(({ status }) => status === OrderStatus.cancelling);
  const requests = isAsked ? (await load('consoleCancels', { orderNo: id })).list : [];
  return { order, requests, goodwill, notes, changes, acts };
}

export default function HandleOrder({ loaderData }: Route.ComponentProps) {
  if (loaderData.supply) return <SupplyOrder order={loaderData.supply} />;
  const { supply: _, ...shown } = loaderData;
  return <OwnersOrder key={shown.order.orderNo} {...shown} />;
}

type Order = OutputOf<'consoleOrder'>;

type OrderProps = {
  order: Order;
  requests: OutputOf<'consoleCancels'>['list'];
  goodwill: OutputOf<'consoleGoodwill'> | undefined;
  notes: OutputOf<'consoleNotes'> | undefined;
  changes: OutputOf<'consoleOrderChanges'> | undefined;
  acts: boolean;
};

/** Vouchers belong to the buyer; staff see by the status that there is one. */
const withoutVoucher = (line: Order['lines'][number]) => ({ ...line, voucher: null });

function Decide({ order: { orderNo, paidTotal, reference, source } }: { order: Order }) {
  const { money } = useWords();
  return <DecideOrder orderNo={orderNo} refund={money(paidTotal)} reference={reference} source={source} />;
}

/** With the platform that sold the order. Source 0 is this shop, for agents, members and guests alike. */
function Buyer({ order: { partnerName, buyerName, contact, source } }: { order: Order }) {
  const { say } = useWords();
  const buyer = buyerName || (isErased(contact) ? say('privacy.contactErased') : '');
  const sources = source ? [say(`order.list.source.${source}`)] : [];
  // A member is a partner of one person.
  const names = new Set([partnerName, buyer, ...sources].filter(Boolean));
  return <span className="min-w-0 break-words text-quiet">{[...names].join(' · ')}</span>;
}

/** A day is free to its end where the product is, which by the owner's clock may be another day. */
const inZone = (line: Order['lines'][number], zone: string) => ({
  ...line,
  zone,
  cancelTerms: line.cancelTerms && fixDeadline(line.cancelTerms, line.zone),
});

function Rejection({ order: { events } }: { order: Order }) {
  const last = events.findLast(({ action }) => action === 'reject');
  return last ? <RejectedNotice rejected={{ ...last, by: last.actorName }} /> : null;
}

function OwnersOrder({ order: shown, requests, goodwill, notes, changes, acts }: OrderProps) {
  const zone = useDeskZone();
  const order = { ...shown, zone, lines: shown.lines.map((line) => inZone(line, zone)) };
  const { say } = useWords();
  const tools = (insert: (text: string) => void, isAnswer: boolean) => (
    <AnswerTools orderNo={order.orderNo} insert={insert} isAnswer={isAnswer} />
  );
  return (
    <div className="grid gap-4">
      <OrderHead orderNo={order.orderNo} act={order.actions.includes('confirm') && <Decide order={order} />}>
        <StatusBadge status={order.status} />
        <OrderPayBadge of={order} />
        <TransferBadge of={order} />
        <Buyer order={order} />
      </OrderHead>
      <Rejection order={order} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <OpenRequests requests={requests} lines={order.lines} />
          <PickupCard order={order} acts={acts} />
          {acts && <CompleteOrder order={order} />}
          <TitledCard title={order.productName}>
            <OrderLines lines={order.lines.map(withoutVoucher)} />
            {acts && <LineActs order={order} />}
          </TitledCard>
          <ESimsCard order={order} acts={acts} />
          <OrderPapers
            orderNo={order.orderNo}
            status={order.status}
            files={order.files}
            reference={order.reference}
            open={acts && !isEnded(order.status)}
          />
          <DriversCard orderNo={order.orderNo} lines={order.lines} driven={order.driven} />
          <Contact order={order} acts={acts} />
          {order.change && <ChangeOrder orderNo={order.orderNo} change={order.change} />}
          {changes && <ChangesCard changes={changes.list} zone={zone} />}
          <Payments order={order} />
          {acts && <Remarks orderNo={order.orderNo} side={2} zone={order.zone} tools={tools} />}
        </div>
        <div className="grid min-w-0 gap-4">
          {order.rest && (
            <RestCard rest={order.rest}>{acts && <MoveDeadline orderNo={order.orderNo} rest={order.rest} />}</RestCard>
          )}
          <MoneyCard order={order} />
          <PlatformCard order={order} />
          <CostCard order={order} />
          {notes && <NotesCard orderNo={order.orderNo} notes={notes.list} zone={zone} />}
          <ConsoleDocuments order={order} />
          {acts && <SupplementsOfOrder order={order} />}
          {goodwill && <GoodwillCard orderNo={order.orderNo} goodwill={goodwill} zone={zone} />}
          {acts && <OrderActs order={order} />}
          <TitledCard title={say('order.history')}>
            <OrderTimeline order={order} />
          </TitledCard>
        </div>
      </div>
    </div>
  );
}

function LineActs({ order }: { order: Order }) {
  return (
    <>
      <SendLines orderNo={order.orderNo} lines={order.lines} />
      <MoveLine order={order} />
    </>
  );
}

function Contact({ order, acts }: { order: Order; acts: boolean }) {
  const { say } = useWords();
  const { contact } = order;
  const fields = Object.entries(order.orderFields).filter(([, value]) => value);
  return (
    <TitledCard title={say('order.booking.contact')}>
      <p className="break-words">
        {isErased(contact) ? say('privacy.contactErased') : `${contact.name} · ${contact.email}`}
        {contact.phone && ` · ${writePhone(contact)}`}
      </p>
      {fields.length > 0 && (
        <div className="mt-2">
          <TravellerRows values={fields} />
        </div>
      )}
      <OrderNote label={say('desk.agentReference')} text={order.agentReference} />
      <OrderNote label={say('completion.notes')} text={order.completionNotes} />
      <AgreementLine agreement={order.agreement} />
      {order.remark && <p className="mt-2 break-words whitespace-pre-wrap">{order.remark}</p>}
      {acts && !isErased(contact) && <ChangeContact orderNo={order.orderNo} contact={contact} />}
    </TitledCard>
  );
}

/** A chosen bank transfer is under way only once it was sent in. */
function PaymentState({ payment, order }: { payment: Order['payments'][number]; order: Order }) {
  const { say } = useWords();
  const transfer = payment.channel === 'offline' && payment.status === PaymentStatus.paying && transferOf(order);
  if (transfer) return <Badge>{say(`payment.transfer.state.${transfer}`)}</Badge>;
  return <PaymentBadges payment={payment} />;
}

function Payments({ order }: { order: Order }) {
  const { say, money, instant } = useWords();
  return (
    <TitledCard title={say('console.payments')}>
      {order.payments.length === 0 && <p className="text-quiet">{say('console.noPayments')}</p>}
      <ul className="grid gap-3">
        {order.payments.map((payment) => (
          <li key={payment.paymentNo} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <PaymentState payment={payment} order={order} />
            {say(`payment.channel.${payment.channel}`)}
            <strong className="tabular-nums">{money(payment.amount)}</strong>
            <ExchangeLine exchange={payment.exchange} charged={payment.amount} />
            <span className="min-w-0 break-words text-quiet">
              {payment.paymentNo} · {instant(payment.at, order.zone)}
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
