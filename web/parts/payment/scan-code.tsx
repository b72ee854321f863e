// The code that a buyer scans to pay (§2 confirm and pay). A code with a page's address works on any phone; another code works only in the
// channel's own app, and the text says so.
import { useWords } from '../use-words.ts';
import { isInsideApp } from './call-app-pay.ts';

export type Begun = { qr: string | null; redirectUrl: string | null; form?: unknown };
type ScanCodeProps = { started: Begun; channel: string };

/** The name of the app that reads the code, if only that app can. */
export function useScanApp({ qr, redirectUrl, form }: Begun, channel: string): string {
  const { say } = useWords();
  return qr && !redirectUrl && !form ? say(`payment.channel.${channel}`) : '';
}

export function ScanCode({ started, channel }: ScanCodeProps) {
  const { say } = useWords();
  const app = useScanApp(started, channel);
  if (!started.qr) return null;
  // The app of any Thai bank reads PromptPay.
  const scanText = channel === 'gbPay' ? say('payment.pay.scanBank') : say('payment.pay.scanText', { channel: app });
  return (
    <>
      <img
        src={started.qr}
        alt={app ? say('payment.pay.scanAlt', { channel: app }) : say('payment.pay.qrAlt')}
        width={220}
        height={220}
        className="rounded-lg border border-line bg-white p-2"
      />
      <p className="text-quiet">{app ? scanText : say('payment.pay.qrText')}</p>
      {/* WeChat's own browser opens neither the page for phones nor the code that it shows itself. */}
      {app && isInsideApp() && <p className="text-quiet">{say('payment.pay.scanHere')}</p>}
    </>
  );
}
