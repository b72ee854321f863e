// Accounts at platforms that sign their messages (decisions 0432, 0462, 0500). Connected by an admin, with keys that are not shown again.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import {
  type AccountKey,
  keyLengths,
  type SignedPlatform,
  type SignedSource,
  signedAccounts,
  signedPlatforms,
} from '../../../../domain/order-sources.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { ChoosePayer } from '../../../parts/console/choose-payer.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { PulledOrders } from './pulled-orders.tsx';
import { UnreportedUses } from './unreported-uses.tsx';

type Found = OutputOf<'consoleMarketplaces'>;
type Account = Found['accounts'][number];
type Door = Found['doors'][number];

/** Below Meituan's address, as the server has them. */
const meituanPaths = ['create/v2', 'pay', 'query', 'refund', 'refunded', 'close'].map((name) => `/order/${name}`);

/** `admin`: may connect and disconnect. */
export function SignedAccounts({
  found,
  door,
  admin,
  words,
}: {
  found: Found;
  door: Door;
  admin: boolean;
  words: DeskWords;
}) {
  const platform = door.platform as SignedPlatform;
  const own: readonly number[] = signedPlatforms[platform];
  const accounts = found.accounts.filter(({ source }) => own.includes(source));
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card className="grid content-start gap-2">
      <h2 className="text-lg font-bold">
        {say(platform === 'ctrip' ? 'marketplace.account.title' : `order.list.source.${own[0]}`)}
      </h2>
      {door.address !== null && (
        <>
          <p className="text-sm text-quiet">{say('marketplace.address')}</p>
          <p className="font-mono break-all select-all">{door.address}</p>
        </>
      )}
      <p className="text-sm break-words">
        {say(platform === 'ctrip' ? 'marketplace.account.text' : `marketplace.account.${platform}Text`, {
          paths: meituanPaths.join(' '),
        })}
      </p>
      <ul className="grid gap-2 empty:hidden">
        {accounts.map((account) => (
          <OneAccount
            key={account.source}
            account={account}
            admin={admin}
            isPulled={door.address === null}
            words={words}
          />
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

type One = { account: Account; admin: boolean; isPulled: boolean; words: DeskWords };

function OneAccount({ account: row, admin, isPulled, words }: One) {
  const { source, account, partnerId, partnerName, usedAt } = row;
  const { say } = useWords();
  const act = useAction();
  const [asking, setAsking] = useState(false);
  const named = (
    <>
      {say(`order.list.source.${source}`)} · <code>{account}</code>
    </>
  );
  const remove = () =>
    act.run(() => send('consoleChannelAccountDelete', { source: source as SignedSource }), {
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
      <span className="text-quiet">
        {usedAt ? say('marketplace.keyUsed', { at: words.at(usedAt) }) : say('marketplace.keyUnused')}
      </span>
      {admin && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {say('marketplace.account.remove')}
        </Button>
      )}
      {isPulled && <PulledOrders account={row} words={words} />}
      <UnreportedUses account={row} words={words} />
      <Link to={consolePaths.channelMessages({ source })} className="font-medium text-brand hover:underline">
        {say('marketplace.messages.title')}
      </Link>
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

function Connect({ platform, onClose }: { platform: SignedPlatform; onClose(): void }) {
  const { say } = useWords();
  const sources: readonly SignedSource[] = signedPlatforms[platform];
  const empty = { partnerId: '', account: '', aesKey: '', aesIv: '', signKey: '', appKey: '', session: '' };
  const form = useDraft({
    given: { source: sources[0] as SignedSource, ...empty },
    judge: (draft) => ({ partnerId: draft.partnerId ? undefined : say('ui.field.choose') }),
    save: (draft) => send('consoleChannelAccountSave', draft),
    onDone: onClose,
  });
  const { draft, fields } = form;
  const { account, keys } = signedAccounts[draft.source];
  const lengths = keyLengths[draft.source] ?? {};
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <p className="text-sm text-quiet">{say('marketplace.account.hint')}</p>
      {sources.length > 1 && (
        <ChoiceField
          label={say('marketplace.import.platform')}
          value={draft.source}
          options={sources.map((one) => [one, say(`order.list.source.${one}`)] as const)}
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
        label={say('marketplace.account.account', { name: account })}
        required
        maxLength={60}
      />
      {(Object.entries(keys) as [AccountKey, string][]).map(([key, name]) => (
        <InputField
          {...form.field(key)}
          key={key}
          label={say('marketplace.account.key', { name })}
          hint={lengths[key] && say('marketplace.account.length', { lengths: lengths[key].join(' / ') })}
          required
          autoComplete="off"
        />
      ))}
    </DialogForm>
  );
}
