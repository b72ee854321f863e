// How the buyer goes on once a payment was begun: the QR code with its countdown, success by itself, a form posted to the channel.
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../use-words.ts';
import { isOver, usePayResult } from './use-pay-result.ts';

export type Started = OutputOf<'paying'>;

export function payPath(
  step: 'pay' | 'complete' | 'offlinePay' | 'offlinePayInfo',
  orderNo: string,
  supplement?: string,
) {
  return `/booking/${step}?order=${orderNo}${supplement ? `&supplement=${supplement}` : ''}`;
}

/** What a channel wants posted instead of followed; the browser leaves the page. */
export function postForm({ action, fields }: NonNullable<Started['form']>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

type QrDialogProps = { orderNo: string; supplement: string | undefined; started: Started; onClose(): void };

export function QrDialog({ orderNo, supplement, started, onClose }: QrDialogProps) {
  const { say } = useWords();
  const navigate = useNavigate();
  const result = usePayResult(orderNo, true, undefined, supplement);
  const over = result && isOver(result, supplement);
  useEffect(() => {
    if (over) navigate(payPath('complete', orderNo, supplement));
  }, [over, navigate, orderNo, supplement]);
  return (
    <Dialog open onClose={onClose} title={say('pay.qrTitle')} close={say('dialog.close')}>
      <div className="grid justify-items-center gap-4 text-center">
        {started.qr && (
          <img
            src={started.qr}
            alt={say('pay.qrAlt')}
            width={220}
            height={220}
            className="rounded-lg border border-line bg-white p-2"
          />
        )}
        <p className="text-quiet">{say('pay.qrText')}</p>
        {started.expiresAt && (
          <p>
            {say('pay.qrLeft')} <Countdown until={Date.parse(started.expiresAt)} onEnd={onClose} />
          </p>
        )}
        <p role="status" className="text-sm text-quiet">
          {say('pay.waiting')}
        </p>
        <LinkButton to={started.redirectUrl ?? '/'} reloadDocument size="lg">
          <IconExternalLink aria-hidden="true" className="size-5" />
          {say('pay.openPage')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
