// The accounts of a partner (§3 status): freezing each, and signing in as one, which is logged (rules §3).
import { AccountStatus, mayAct } from '../../../../domain/account-status.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { type Column, ListTable } from '../../../console-kit/list-table.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { openShop } from '../../../parts/console/open-shop.ts';
import type { PartnerView } from '../../../parts/console/partner-facts.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { AccountEmail } from './account-email.tsx';

type Account = PartnerView['accounts'][number];

const statuses: Record<number, { key: keyof typeof AccountStatus; tone: Tone }> = {
  [AccountStatus.deleted]: { key: 'deleted', tone: 'neutral' },
  [AccountStatus.disabledByMain]: { key: 'disabledByMain', tone: 'warn' },
  [AccountStatus.frozen]: { key: 'frozen', tone: 'bad' },
  [AccountStatus.normal]: { key: 'normal', tone: 'good' },
  [AccountStatus.disapproved]: { key: 'disapproved', tone: 'warn' },
};

type PartnerAccountsProps = { partner: PartnerView; customerService: boolean };

export function PartnerAccounts({ partner, customerService }: PartnerAccountsProps) {
  const words = useListWords();
  const { say } = words;
  return (
    <section>
      <h2 className="mb-2 text-lg font-bold">{say('partner.accounts')}</h2>
      <ListTable
        rows={partner.accounts}
        rowKey={(account) => account.userNo}
        caption={say('partner.accounts')}
        whole={false}
        columns={[
          ...listColumns(words),
          {
            ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
            show: (account) => <RowActs {...{ partner, account, customerService }} />,
          },
        ]}
      />
    </section>
  );
}

function listColumns({ say, at }: DeskWords): Column<Account>[] {
  return [
    {
      ...{ key: 'name', label: say('account.detail.name'), look: 'title', width: 'md:min-w-36' },
      show: ({ name, username, kind }) => (
        <>
          <span className="font-semibold break-words">{name || username}</span>
          <span className="block text-xs text-quiet">
            {say(`partner.account.${kind}`)}
            {username && name && ` · ${username}`}
          </span>
        </>
      ),
    },
    {
      ...{ key: 'status', label: say('console.status') },
      show: ({ status }) => (
        <Badge tone={statuses[status]?.tone}>
          {statuses[status] ? say(`partner.status.${statuses[status].key}`) : status}
        </Badge>
      ),
    },
    {
      ...{ key: 'email', label: say('account.detail.email'), look: 'plain', width: 'md:min-w-48' },
      show: ({ email, emailProved, newEmail, mobile }) => (
        <>
          <span className="break-all">{email}</span>
          <span className={`block text-xs ${emailProved ? 'text-good' : 'text-warn'}`}>
            {say(emailProved ? 'partner.emailProved' : 'partner.emailOpen')}
          </span>
          {newEmail && (
            <span className="block text-xs break-all text-warn">{say('partner.emailWaits', { email: newEmail })}</span>
          )}
          {mobile && (
            <a href={`tel:${mobile.replaceAll(' ', '')}`} className="inline-flex min-h-11 items-center text-brand">
              {mobile}
            </a>
          )}
        </>
      ),
    },
    {
      ...{ key: 'lastLogin', label: say('partner.lastLogin'), width: 'md:whitespace-nowrap' },
      show: ({ lastLoginAt }) => (lastLoginAt ? at(lastLoginAt) : say('partner.never')),
    },
  ];
}

type RowActsProps = PartnerAccountsProps & { account: Account };

function RowActs({ partner, account, customerService }: RowActsProps) {
  const { say } = useWords();
  const { emailProved, passwordSet } = account;
  const may = mayAct(account.status);
  const served = may && (account.kind === 'main' || account.kind === 'member');
  const acts = [
    { act: 'signInAs', look: 'outline', shown: may && !partner.frozen },
    { act: 'invite', look: 'outline', shown: served && !passwordSet },
    { act: 'reset', look: 'outline', shown: may && emailProved && (passwordSet || !served) },
    { act: 'changeEmail', look: 'outline', shown: served },
    { act: 'emailWithdraw', look: 'outline', shown: served && account.newEmail !== null },
    { act: 'freezeAccount', look: 'danger', shown: may },
    { act: 'unfreezeAccount', look: 'outline', shown: account.status === AccountStatus.frozen },
  ] as const;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {acts
        .filter((item) => item.shown)
        .map(({ act, look }) =>
          act === 'changeEmail' ? (
            <DialogButton key={act} size="sm" text={say('partner.changeEmail')} title={say('partner.emailTitle')}>
              {(close) => <AccountEmail partnerId={partner.id} account={account} onClose={close} />}
            </DialogButton>
          ) : (
            <AccountAct key={act} {...{ act, look, account, customerService }} partnerId={partner.id} />
          ),
        )}
    </div>
  );
}

type AccountActProps = {
  act: 'freezeAccount' | 'unfreezeAccount' | 'signInAs' | 'invite' | 'reset' | 'emailWithdraw';
  look: 'outline' | 'danger';
  partnerId: string;
  account: Account;
  customerService: boolean;
};

function AccountAct({ act, look, partnerId, account, customerService }: AccountActProps) {
  const { say } = useWords();
  const name = account.name || account.username || account.email;
  const target = { id: partnerId, accountId: account.userNo };
  const work = (): Promise<unknown> => {
    if (act === 'signInAs') return openShop(() => send('consoleSignInAs', target));
    if (act === 'invite' || act === 'reset') return send('consoleAccountLink', target);
    if (act === 'emailWithdraw') return send('consoleAccountEmail', { ...target, email: null });
    return send('consoleAccountFreeze', { ...target, frozen: act === 'freezeAccount' });
  };
  return (
    <ActionButton
      size="sm"
      text={say(`partner.${act}`)}
      title={say(`partner.${act}Title`, { name })}
      act={say(act === 'signInAs' ? 'partner.openShop' : `partner.${act}`)}
      danger={look === 'danger'}
      work={work}
    >
      <p>{say(`partner.${act}Text`, { name, email: account.newEmail ?? account.email })}</p>
      {act === 'signInAs' && !customerService && <p className="font-medium">{say('partner.signInAsLooks')}</p>}
    </ActionButton>
  );
}
