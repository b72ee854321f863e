// Accounts at platforms that sign their messages: Ctrip, which encrypts them too (decision 0432), and Qunar (0462). Connected by an admin,
// with keys that are not shown again.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { ChoosePayer } from '../../../parts/console/choose-payer.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

type Found = OutputOf<'consoleMarketplaces'>;
type Account = Found['accounts'][number];
const sources = { ctrip: [2, 10], qunar: [8] } as const;
type Platform = keyof typeof sources;
type Source = (typeof sources)[Platform][number];
const names = { ctrip: 'accountId', qunar: 'supplierIdentity' } as const;

/** `admin`: may connect and disconnect. */
export function SignedAccounts({ found, platform, admin }: { found: Found; platform: Platform; admin: boolean }) {
  const own: readonly number[] = sources[platform];
  const accounts = found.accounts.filter(({ source }) => own.includes(source));
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card className="grid content-start gap-2">
      <h2 className="text-lg font-bold">
        {say(platform === 'ctrip' ? 'marketplace.account.title' : 'order.list.source.8')}
      </h2>
      <p className="text-sm text-quiet">{say('marketplace.address')}</p>
      <p className="font-mono break-all select-all">
        {platform === 'ctrip' ? found.signedAddress : found.qunarAddress}
      </p>
      <p className="text-sm">{say(`marketplace.account.${platform === 'ctrip' ? 'text' : 'qunarText'}`)}</p>
      <ul className="grid gap-2 empty:hidden">
        {accounts.map((account) => (
          <OneAccount key={account.source} account={account} admin={admin} />
        ))}
      </ul>
      <p className="text-sm text-quiet">{say('marketplace.neverAsked')}</p>
      {admin && (
        <Button variant="outline" className="justify-self-start" onClick={() => setOpen(true)}>
          {say('marketplace.account.connect')}
        </Button>
      )}
      <Dialog open={open} onClose={close} title={say('marketplace.account.connect')}>
        <Connect platform={platform} onClose={close} />
      </Dialog>
    </Card>
  );
}

function OneAccount({
  account: { source, account, partnerId, partnerName },
  admin,
}: {
  account: Account;
  admin: boolean;
}) {
  const { say } = useWords();
  const act = useAction();
  const [asking, setAsking] = useState(false);
  const named = (
    <>
      {say(`order.list.source.${source}`)} · <code>{account}</code>
    </>
  );
  const remove = () =>
    act.run(() => send('consoleChannelAccountDelete', { source: source as Source }), {
      onDone: () => setAsking(false),
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="min-w-0 break-words">
        {named} ·{' '}
        <Link to={consolePaths.partner(partnerId)} className="font-medium text-brand hover:underline">
          {partnerName}
        </Link>
      </span>
      {admin && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {say('marketplace.account.remove')}
        </Button>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title={say('marketplace.account.remove')}>
        <div className="grid gap-4">
          {act.problem && <Notice tone="bad" title={act.problem.text} />}
          <p className="break-words">{named}</p>
          <p>{say('marketplace.account.removeText', { platform: say(`order.list.source.${source}`) })}</p>
          <Button variant="danger" className="justify-self-end" busy={act.busy !== undefined} onClick={remove}>
            {say('marketplace.account.remove')}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

function Connect({ platform, onClose }: { platform: Platform; onClose(): void }) {
  const { say } = useWords();
  const form = useDraft({
    given: { source: sources[platform][0] as Source, partnerId: '', account: '', aesKey: '', aesIv: '', signKey: '' },
    judge: (draft) => ({ partnerId: draft.partnerId ? undefined : say('ui.field.choose') }),
    save: (draft) => send('consoleChannelAccountSave', draft),
    onDone: onClose,
  });
  const { draft, fields } = form;
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <p className="text-sm text-quiet">{say('marketplace.account.hint')}</p>
      {platform === 'ctrip' && (
        <ChoiceField
          label={say('marketplace.import.platform')}
          value={draft.source}
          options={sources.ctrip.map((one) => [one, say(`order.list.source.${one}`)] as const)}
          onValue={(source) => form.change({ source }, 'source')}
        />
      )}
      <ChoosePayer
        partnerId={draft.partnerId}
        error={fields.partnerId}
        onChoose={(partnerId) => form.change({ partnerId }, 'partnerId')}
      />
      <InputField
        {...form.field('account')}
        label={say('marketplace.account.account', { name: names[platform] })}
        required
        maxLength={60}
      />
      {platform === 'ctrip' && (
        <>
          <InputField {...form.field('aesKey')} label={say('marketplace.account.aesKey')} required autoComplete="off" />
          <InputField {...form.field('aesIv')} label={say('marketplace.account.aesIv')} required autoComplete="off" />
        </>
      )}
      <InputField {...form.field('signKey')} label={say('marketplace.account.signKey')} required autoComplete="off" />
    </DialogForm>
  );
}
