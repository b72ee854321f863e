// How the buyer continues after a payment was started: the QR code with its countdown; success is detected automatically.
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../use-words.ts';
import { useScanApp } from './scan-code.tsx';
import { TimedCode } from './timed-code.tsx';
import { isOver, usePayResult } from './use-pay-result.ts';

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
  const navigate = useNavigate();
  const result = usePayResult(orderNo, true, undefined, supplement);
  const over = result && isOver(result, supplement);
  useEffect(() => {
    if (over) navigate(paths.payment('complete', orderNo, { supplement }));
  }, [over, navigate, orderNo, supplement]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={app ? say('payment.pay.scanTitle', { channel: app }) : say('payment.pay.qrTitle')}
    >
      <TimedCode started={started} channel={channel} onAgain={onClose}>
        {started.redirectUrl && (
          <LinkButton to={started.redirectUrl} reloadDocument size="lg">
            <IconExternalLink aria-hidden="true" className="size-5" />
            {say('payment.pay.openPage')}
          </LinkButton>
        )}
      </TimedCode>
    </Dialog>
  );
}
