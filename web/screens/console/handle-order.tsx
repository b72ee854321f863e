// One order for the owner's staff: everything about it, and confirm or reject when it waits for a person (1002).
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import {
  OrderLine,
  OrderTimeline,
  orderSteps,
  PayBadge,
  PriceLadder,
  StatusBadge,
} from '../../parts/booking/order-pieces.tsx';
import { SupplementsOfOrder } from '../../parts/console/add-supplement.tsx';
import { Remarks } from '../../parts/order/remarks.tsx';
import { SupplementAmounts } from '../../parts/order/supplements.tsx';
import { tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/handle-order';

export const loader = ({ params }: Route.LoaderArgs) => load('consoleOrder', { id: params.orderNo });

export default function HandleOrder({ loaderData: order }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  // Vouchers are the buyer's; staff see that there is one by the status.
  const lines = order.lines.map((line) => ({ ...line, voucher: null }));
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-bold tabular-nums">{order.orderNo}</h1>
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge status={order.status} />
            <PayBadge status={order.payStatus} />
            <span className="text-quiet">
              {order.partnerName} · {order.buyerName}
            </span>
          </p>
        </div>
        {order.actions.includes('confirm') && <Decide orderNo={order.orderNo} refund={words.money(order.paidTotal)} />}
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-4">
          <Card>
            <h2 className="mb-3 text-lg font-bold">{order.productName}</h2>
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <OrderLine key={line.subOrderNo} line={line} />
              ))}
            </ul>
          </Card>
          <Card>
            <h2 className="mb-3 text-lg font-bold">{say('booking.contact')}</h2>
            <p>
              {order.contact.name} · {order.contact.email}
              {order.contact.phone && ` · +${order.contact.areaCode} ${order.contact.phone}`}
            </p>
            {Object.entries(order.orderFields).map(([code, value]) => (
              <p key={code} className="mt-1 text-sm">
                <span className="text-quiet">{say(`traveller.${code}`)}: </span>
                {value}
              </p>
            ))}
            {order.agentReference && (
              <p className="mt-1 text-sm">
                <span className="text-quiet">{say('booking.agentReference')}: </span>
                {order.agentReference}
              </p>
            )}
            {order.remark && <p className="mt-2 whitespace-pre-wrap">{order.remark}</p>}
          </Card>
          <Card>
            <h2 className="mb-3 text-lg font-bold">{say('console.payments')}</h2>
            {order.payments.length === 0 && <p className="text-quiet">{say('console.noPayments')}</p>}
            <ul className="grid gap-3">
              {order.payments.map((one) => (
                <li key={one.paymentNo} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
                  <PayBadge status={one.status} />
                  {say(`channel.${one.channel}`)}
                  <strong className="tabular-nums">{words.money(one.amount)}</strong>
                  <span className="text-quiet">
                    {one.paymentNo} · {words.instant(one.at, order.zone)}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
          <Remarks key={order.orderNo} orderNo={order.orderNo} side={2} zone={order.zone} />
        </div>
        <div className="grid gap-4">
          <Card>
            <PriceLadder steps={orderSteps(order.lines, words)} payable={order.payable} />
            <SupplementAmounts list={order.supplements} />
            {order.refundTotal.amountMinor > 0 && (
              <p className="mt-2 flex justify-between text-sm">
                <span>{say('order.refunded')}</span>
                <span>{words.money(order.refundTotal)}</span>
              </p>
            )}
          </Card>
          <SupplementsOfOrder order={order} />
          <Card>
            <h2 className="mb-3 text-lg font-bold">{say('order.history')}</h2>
            <OrderTimeline events={order.events} zone={order.zone} />
          </Card>
        </div>
      </div>
    </div>
  );
}

function Decide({ orderNo, refund }: { orderNo: string; refund: string }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<'confirm' | 'reject'>();
  const [why, setWhy] = useState('');
  const [told, setTold] = useState<ReturnType<typeof tellFailure>>();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      if (open === 'confirm') await send('consoleConfirm', { id: orderNo });
      else await send('consoleReject', { id: orderNo, why });
      setOpen(undefined);
      await revalidate();
    } catch (error) {
      setTold(tellFailure(error, words));
    }
    setBusy(false);
  };
  const show = (which: 'confirm' | 'reject') => () => {
    setTold(undefined);
    setOpen(which);
  };
  return (
    <div className="flex gap-3">
      <Button onClick={show('confirm')}>{say('action.confirm')}</Button>
      <Button variant="danger" onClick={show('reject')}>
        {say('action.reject')}
      </Button>
      <Dialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={say(open === 'reject' ? 'console.rejectTitle' : 'console.confirmTitle')}
        close={say('dialog.close')}
      >
        <div className="grid gap-4">
          <p>{open === 'reject' ? say('console.rejectText', { amount: refund }) : say('console.confirmText')}</p>
          {told && <Notice tone="bad" title={told.text} />}
          {open === 'reject' && (
            <Field label={say('console.why')} hint={say('console.whyHint')} error={told?.fields.why} required>
              {(ids) => (
                <TextArea ids={ids} maxLength={500} value={why} onChange={(event) => setWhy(event.target.value)} />
              )}
            </Field>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => setOpen(undefined)}>
              {say('dialog.cancel')}
            </Button>
            <Button variant={open === 'reject' ? 'danger' : 'primary'} busy={busy} onClick={act}>
              {say(open === 'reject' ? 'action.reject' : 'action.confirm')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
