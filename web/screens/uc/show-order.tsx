// One order (§2 uc order detail): what was booked, what it cost, what happened, and only the buttons that apply now.
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
import { PageTitle } from '../../parts/page-title.tsx';
import { tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-order';

export const loader = ({ params }: Route.LoaderArgs) => load('orderDetail', { id: params.orderNo });

export default function ShowOrder({ loaderData: order }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-8">
      <PageTitle text={order.productName} />
      <header>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={order.status} />
          <PayBadge status={order.payStatus} />
        </div>
        <h1 className="mt-2 text-2xl font-bold">{order.productName}</h1>
        <p className="text-quiet">{say('order.number', { orderNo: order.orderNo })}</p>
      </header>
      {order.status === 1002 && (
        <Notice tone="info" title={say('order.waits')}>
          {say('order.waitsHint')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {order.payBy && (
          <LinkButton to={`/booking/pay?order=${order.orderNo}`} variant="book">
            {say('order.pay')}
          </LinkButton>
        )}
        {order.payBy && (
          <p className="text-sm text-quiet">
            {say('pay.timeLeft')} <Countdown until={Date.parse(order.payBy)} onEnd={revalidate} />
          </p>
        )}
        {order.actions.includes('withdraw') && <Withdraw orderNo={order.orderNo} />}
      </div>
      <div className="grid items-start gap-4 md:grid-cols-[1fr_19rem]">
        <div className="grid gap-4">
          <Card>
            <ul className="divide-y divide-line">
              {order.lines.map((line) => (
                <OrderLine key={line.subOrderNo} line={line} />
              ))}
            </ul>
          </Card>
          <Card>
            <h2 className="mb-3 text-lg font-bold">{say('booking.contact')}</h2>
            <p>{order.contact.name}</p>
            <p className="text-quiet">
              {order.contact.email}
              {order.contact.phone && ` · +${order.contact.areaCode} ${order.contact.phone}`}
            </p>
            {Object.entries(order.orderFields).map(([code, value]) => (
              <p key={code} className="mt-1 text-sm">
                <span className="text-quiet">{say(`traveller.${code}`)}: </span>
                {value}
              </p>
            ))}
            {order.remark && <p className="mt-2 text-sm whitespace-pre-wrap">{order.remark}</p>}
          </Card>
        </div>
        <div className="grid gap-4">
          <Card>
            <PriceLadder steps={orderSteps(order.lines, words)} payable={order.payable} />
            {order.refundTotal.amountMinor > 0 && (
              <p className="mt-2 flex justify-between text-sm">
                <span>{say('order.refunded')}</span>
                <span className="tabular-nums">{words.money(order.refundTotal)}</span>
              </p>
            )}
          </Card>
          <Card>
            <h2 className="mb-3 text-lg font-bold">{say('order.history')}</h2>
            <OrderTimeline events={order.events} zone={order.zone} />
          </Card>
        </div>
      </div>
    </div>
  );
}

function Withdraw({ orderNo }: { orderNo: string }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await send('cancelOrder', { orderNo });
      setOpen(false);
      await revalidate();
    } catch (error) {
      setProblem(tellFailure(error, words).text);
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {say('action.withdraw')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('order.withdrawTitle')} close={say('dialog.close')}>
        <p>{say('order.withdrawText')}</p>
        {problem && (
          <div className="mt-3">
            <Notice tone="bad" title={problem} />
          </div>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setOpen(false)}>
            {say('order.keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={cancel}>
            {say('action.withdraw')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
