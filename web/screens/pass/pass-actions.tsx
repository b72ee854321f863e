// Saving and sharing the voucher: into the calendar, as a file, and with fellow travellers by a link that its creator can end.

import { IconCalendarPlus, IconDownload, IconShare2, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { fileAddress } from '../../../contract/file-address.ts';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { InputField } from '../../parts/form/fields.tsx';
import { sharePage } from '../../parts/product/share-page.ts';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';

type Pass = OutputOf<'pass'>;

/** States in which a line is still to be used. */
const isAhead = ({ state }: Pass['stops'][number]['lines'][number]) =>
  state === 'valid' || state === 'waiting' || state === 'restOpen' || state === 'cancelling';

const way =
  'flex min-h-11 items-center gap-2 rounded-lg border border-line px-4 py-2 font-semibold text-brand hover:border-brand';

export function PassActions({ pass, passKey }: { pass: Pass; passKey: string | undefined }) {
  const { say, language } = useWords();
  const { orderNo, seesOrder, stops } = pass;
  const ahead = stops.some(({ lines }) => lines.some(isAhead));
  const hasPaper = seesOrder && stops.some(({ theirs, lines }) => theirs.length > 0 || lines.some(({ code }) => code));
  if (!ahead && !hasPaper) return null;
  const calendar = passKey
    ? fileAddress('passCalendarFile', { orderNo, key: passKey, l: language })
    : fileAddress('calendarFile', { orderNo, l: language });
  return (
    <Card className="in-data-offline:hidden grid gap-3">
      {ahead && (
        <a href={calendar} download className={way}>
          <IconCalendarPlus aria-hidden="true" className="size-5 shrink-0" />
          {say('export.document.calendar')}
        </a>
      )}
      {stops.map((stop) => stop.shown && <Wallets key={stop.shown.line} pass={pass} stop={stop} passKey={passKey} />)}
      {hasPaper && (
        <>
          <a href={fileAddress('voucherPackFile', { orderNo, l: language })} download className={way}>
            <IconDownload aria-hidden="true" className="size-5 shrink-0" />
            {say('order.voucher')}
          </a>
          {(ahead || pass.link) && <SharePass pass={pass} ahead={ahead} />}
        </>
      )}
    </Card>
  );
}

const walletFiles = { apple: 'passAppleFile', google: 'passGoogleLink' } as const;

/** For one activity; its name distinguishes it if there are several. */
function Wallets({ pass, stop, passKey }: { pass: Pass; stop: Pass['stops'][number]; passKey: string | undefined }) {
  const { say } = useWords();
  const line = stop.shown?.line ?? '';
  return pass.wallets.map((kind) => (
    <a key={kind} href={fileAddress(walletFiles[kind], { orderNo: pass.orderNo, line, key: passKey })} className={way}>
      <IconWallet aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 break-words">
        {say(`export.pass.${kind}`)}
        {pass.stops.length > 1 && ` · ${stop.productName}`}
      </span>
    </a>
  ));
}

/** Of a voucher that is not `ahead`, a link that was made can be ended. */
function SharePass({ pass: { orderNo, link, stops }, ahead }: { pass: Pass; ahead: boolean }) {
  const { say } = useWords();
  const [address, setAddress] = useState(link);
  const [result, setResult] = useState('');
  const { busy, problem, run } = useTask();
  const share = () =>
    run(async () => {
      const made = address ?? (await send('passShare', { orderNo })).address;
      setAddress(made);
      const how = await sharePage(stops[0]?.productName ?? '', made);
      setResult(how === 'copied' ? say('completion.copied') : '');
    });
  const end = () =>
    run(async () => {
      await send('passShareEnd', { orderNo });
      setAddress(null);
      setResult(say('export.pass.ended'));
    });
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      {ahead && <p className="text-sm text-quiet">{say('export.pass.shareHint')}</p>}
      <div className="flex flex-wrap gap-2">
        {ahead && (
          <Button variant="outline" busy={busy} onClick={share} className="whitespace-normal!">
            <IconShare2 aria-hidden="true" className="size-5 shrink-0" />
            {say('export.pass.share')}
          </Button>
        )}
        {address && (
          <Button variant="quiet" busy={busy} onClick={end} className="whitespace-normal!">
            {say('export.pass.endLink')}
          </Button>
        )}
      </div>
      {address && (
        <InputField
          label={say('completion.link')}
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
      )}
      <p role="status" className="text-sm font-medium text-good empty:hidden">
        {result}
      </p>
      {problem && <CallProblem title={problem} />}
    </div>
  );
}
