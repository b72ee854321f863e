// How the buyer continues after a payment was started: the QR code with its countdown; success is detected automatically.
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../use-words.ts';
import { useScanApp } from './scan-code.tsx';
import { TimedCode } from './timed-code.tsx';
import { isOver, isReplaced, usePayResult } from './use-pay-result.ts';

export type Started = OutputOf<'paying'>;

type QrDialogProps = {
  orderNo: string;
  supplement: string | undefined;
  channel: string;
  started: Started;
  onClose(): void;
};

export function QrDialog({ orderNo, supplement, channel, started, onClose }: QrDialogProps) {
  const { say } = useWords();
  const app = useScanApp(started, channel);
  const title = app ? say('payment.pay.scanTitle', { channel: app }) : say('payment.pay.qrTitle');
  const navigate = useNavigate();
  const result = usePayResult(orderNo, true, undefined, supplement);
  const over = result && isOver(result);
  const replaced = isReplaced(result, started);
  const { revalidate } = useRevalidator();
  // The page below is of before: shares may have been set aside, or a transfer announced.
  const leave = () => {
    onClose();
    revalidate();
  };
  useEffect(() => {
    if (over) navigate(paths.payment('complete', orderNo, { supplement }));
  }, [over, navigate, orderNo, supplement]);
  return (
    <Dialog open onClose={replaced ? leave : onClose} title={replaced ? say('payment.pay.how') : title}>
      {/* Announced when it comes: the code beside it is gone then. */}
      <div role="status">{replaced && <p>{say('payment.pay.replaced')}</p>}</div>
      {replaced ? (
        <Button size="lg" className="mt-4 w-full" onClick={leave}>
          {say('payment.transfer.otherWay')}
        </Button>
      ) : (
        <TimedCode started={started} channel={channel} onAgain={onClose}>
          {started.redirectUrl && (
            <LinkButton to={started.redirectUrl} reloadDocument size="lg">
              <IconExternalLink aria-hidden="true" className="size-5" />
              {say('payment.pay.openPage')}
            </LinkButton>
          )}
        </TimedCode>
      )}
    </Dialog>
  );
}
