// The actions on a saved quotation: the link for the customer, files and text, booking, a copy. Each only if its status allows it.
import { IconCalendarCheck, IconDownload, IconLink, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { CopyButton } from '../../../parts/quotation/copy-button.tsx';
import { HoldPlaces } from '../../../parts/quotation/hold-places.tsx';
import { saveFile } from '../../../parts/quotation/save-file.ts';

import { useTask } from '../../../parts/use-task.ts';

import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Saved } from './use-draft.ts';

export function ShareQuotation({ saved }: { saved: Saved }) {
  const { colon, say } = useWords();
  const [address, setAddress] = useState('');
  const { busy, problem, setProblem, run: runTask } = useTask();
  const { revalidate } = useRevalidator();
  const may = (action: string) => saved.actions.includes(action);
  const run = (work: () => Promise<void>) => runTask(() => work().then(revalidate));
  const { id, revision } = saved;
  return (
    <Card className="grid gap-4">
      {problem && <CallProblem title={problem} />}
      {saved.status === 'booked' && <Orders saved={saved} />}
      {saved.status === 'accepted' && (
        <Notice tone="good" title={`${colon(say('quotation.status.accepted'))}${saved.acceptedBy}`} />
      )}
      {may('send') && (
        <SendForm
          saved={saved}
          busy={busy}
          onSend={(mail) => run(async () => setAddress((await send('quotationSend', { id, revision, mail })).address))}
        />
      )}
      {address && <Address address={address} message={saved.message} />}
      <HoldPlaces
        saved={saved}
        priced={saved.total !== null}
        busy={busy}
        onHold={() => run(async () => void (await send('quotationHold', { id, revision })))}
        onRelease={() => run(async () => void (await send('quotationRelease', { id, revision })))}
      />
      <Buttons {...{ saved, busy, run, setAddress, setProblem }} />
    </Card>
  );
}

type ButtonsProps = {
  saved: Saved;
  busy: boolean;
  run(work: () => Promise<void>): void;
  setAddress(address: string): void;
  setProblem(text: string): void;
};

function Buttons({ saved, busy, run, setAddress, setProblem }: ButtonsProps) {
  const { say } = useWords();
  const { id, revision, actions, status, total } = saved;
  const hasLink = ['sent', 'opened', 'accepted', 'expired'].includes(status);
  const renew = async () => setAddress((await send('quotationLink', { id, revision })).address);
  const withdraw = async () => {
    await send('quotationWithdraw', { id, revision });
    setAddress('');
  };
  return (
    <div className="flex flex-wrap gap-3">
      {actions.includes('book') && (
        <LinkButton variant="book" to={paths.bookQuotation(id)}>
          <IconCalendarCheck aria-hidden="true" className="size-5" />
          {say('quotation.book')}
        </LinkButton>
      )}
      {hasLink && (
        <Button variant="outline" disabled={busy} onClick={() => run(renew)}>
          <IconLink aria-hidden="true" className="size-5" />
          {say('quotation.renew')}
        </Button>
      )}
      {total && <Files saved={saved} onProblem={setProblem} />}
      <Duplicate id={id} onProblem={setProblem} />
      {actions.includes('withdraw') && <Withdraw busy={busy} onWithdraw={() => run(withdraw)} />}
    </div>
  );
}

function Orders({ saved }: { saved: Saved }) {
  const { say } = useWords();
  return (
    <Notice tone="good" title={say('quotation.status.booked')}>
      <ul className="mt-2 grid gap-2">
        {saved.orderNos.map((orderNo) => (
          <li key={orderNo} className="flex flex-wrap items-center gap-3">
            <LinkButton variant="quiet" size="sm" to={paths.order(orderNo)}>
              {orderNo}
            </LinkButton>
            <LinkButton size="sm" to={paths.payment('pay', orderNo)}>
              {say('quotation.pay')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type SendFormProps = { saved: Saved; busy: boolean; onSend(mail: boolean): void };

function SendForm({ saved, busy, onSend }: SendFormProps) {
  const { say } = useWords();
  const [mail, setMail] = useState(saved.customerEmail !== '');
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Button busy={busy} disabled={!saved.total} onClick={() => onSend(mail && saved.customerEmail !== '')}>
        {!busy && <IconLink aria-hidden="true" className="size-5" />}
        {say('quotation.send')}
      </Button>
      {saved.customerEmail && (
        <Checkbox
          label={
            <>
              <IconMail aria-hidden="true" className="mr-1 inline size-5 text-quiet" />
              {say('quotation.sendMail')}
            </>
          }
          checked={mail}
          onValue={setMail}
        />
      )}
      {!saved.total && saved.lines.length > 0 && (
        <p role="status" className="text-sm text-warn">
          {say('quotation.unpriced')}
        </p>
      )}
    </div>
  );
}

/** The link, and the text for messengers with the link below it. */
function Address({ address, message }: { address: string; message: string }) {
  const { say } = useWords();
  return (
    <Notice tone="good" title={say('quotation.link')}>
      <p className="my-2 rounded-lg bg-surface p-3 text-sm break-all select-all" data-link>
        {address}
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton variant="outline" make={() => address} word="quotation.copyLink" />
        {message && <CopyButton variant="outline" make={() => `${message}\n${address}`} word="quotation.copy" />}
      </div>
      <p className="mt-2 text-sm text-quiet">{say('quotation.linkHint')}</p>
    </Notice>
  );
}

function Files({ saved, onProblem }: { saved: Saved; onProblem(text: string): void }) {
  const words = useWords();
  const { say } = words;
  const take = (format: 'pdf' | 'xlsx') =>
    saveFile(fileAddress('quotationFile', { id: saved.id, format }), `quotation-${saved.number}.${format}`).catch(
      (error: unknown) => onProblem(describeError(error, words).text),
    );
  return (
    <>
      {(
        [
          ['pdf', 'quotation.pdf'],
          ['xlsx', 'quotation.excel'],
        ] as const
      ).map(([format, word]) => (
        <Button key={format} variant="outline" onClick={() => take(format)}>
          <IconDownload aria-hidden="true" className="size-5" />
          {say(word)}
        </Button>
      ))}
      <CopyButton variant="outline" make={() => saved.message} word="quotation.copy" />
    </>
  );
}

function Duplicate({ id, onProblem }: { id: string; onProblem(text: string): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const copy = () => {
    setBusy(true);
    send('quotationCopy', { id }).then(
      (made) => navigate(paths.savedQuotation(made.id)),
      (error: unknown) => {
        onProblem(describeError(error, words).text);
        setBusy(false);
      },
    );
  };
  return (
    <Button variant="outline" busy={busy} onClick={copy}>
      {words.say('quotation.duplicate')}
    </Button>
  );
}

function Withdraw({ busy, onWithdraw }: { busy: boolean; onWithdraw(): void }) {
  const { say } = useWords();
  return (
    <DialogButton variant="danger" disabled={busy} text={say('quotation.withdraw')}>
      {(close) => (
        <div className="grid gap-4">
          <p>{say('quotation.withdrawText')}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="danger"
              onClick={() => {
                close();
                onWithdraw();
              }}
            >
              {say('quotation.withdraw')}
            </Button>
            <Button variant="quiet" onClick={close}>
              {say('ui.dialog.cancel')}
            </Button>
          </div>
        </div>
      )}
    </DialogButton>
  );
}
