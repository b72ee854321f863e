// The accounts of a partner (§3 status): freezing each, and signing in as one, which is logged (rules §3).

import { useState } from 'react';
import { AccountStatus, mayAct } from '../../../../domain/account-status.ts';
import { send } from '../../../call.ts';
import { ActDialog } from '../../../console-kit/act-dialog.tsx';
import { useDeskZone } from '../../../console-kit/use-desk-zone.ts';
import type { PartnerView } from '../../../parts/console/partner-facts.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../../ui/pieces.tsx';

type Account = PartnerView['accounts'][number];
type Chosen = { account: Account; act: 'freezeAccount' | 'unfreezeAccount' | 'signInAs' };

const statuses: Record<number, { key: keyof typeof AccountStatus; tone: Tone }> = {
  [AccountStatus.deleted]: { key: 'deleted', tone: 'neutral' },
  [AccountStatus.disabledByMain]: { key: 'disabledByMain', tone: 'warn' },
  [AccountStatus.frozen]: { key: 'frozen', tone: 'bad' },
  [AccountStatus.normal]: { key: 'normal', tone: 'good' },
  [AccountStatus.disapproved]: { key: 'disapproved', tone: 'warn' },
};

type PartnerAccountsProps = { partner: PartnerView; customerService: boolean };

export function PartnerAccounts({ partner, customerService }: PartnerAccountsProps) {
  const { say } = useWords();
  const [chosen, setChosen] = useState<Chosen>();
  const head = 'px-3 py-2 text-left text-xs font-semibold text-quiet whitespace-nowrap';
  return (
    <Card className="!px-0 !pb-0">
      <h2 className="mb-2 px-4 text-lg font-bold sm:px-6">{say('partners.accounts')}</h2>
      <div className="relative overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="border-b border-line">
            <tr>
              {['account.name', 'console.status', 'account.email', 'partners.lastLogin'].map((one) => (
                <th key={one} scope="col" className={`${head} first:pl-4 sm:first:pl-6`}>
                  {say(one)}
                </th>
              ))}
              <th scope="col" className={head}>
                <span className="sr">{say('partners.acts')}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {partner.accounts.map((account) => (
              <AccountRow
                key={account.userNo}
                account={account}
                mayEnter={!partner.frozen}
                onAct={(act) => setChosen({ account, act })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <AccountAct
        partnerId={partner.id}
        chosen={chosen}
        customerService={customerService}
        onClose={() => setChosen(undefined)}
      />
    </Card>
  );
}

type AccountRowProps = { account: Account; mayEnter: boolean; onAct(act: Chosen['act']): void };

function AccountRow({ account, mayEnter, onAct }: AccountRowProps) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  const status = statuses[account.status];
  const cell = 'px-3 py-2 align-top';
  return (
    <tr>
      <td className={`${cell} min-w-36 pl-4 sm:pl-6`}>
        <span className="font-semibold break-words">{account.name || account.username}</span>
        <span className="block text-xs text-quiet">
          {say(`partners.account.${account.kind}`)}
          {account.username && account.name && ` · ${account.username}`}
        </span>
      </td>
      <td className={cell}>
        <Badge tone={status?.tone}>{status ? say(`partners.status.${status.key}`) : account.status}</Badge>
      </td>
      <td className={`${cell} min-w-48`}>
        <span className="break-all">{account.email}</span>
        <span className={`block text-xs ${account.emailProved ? 'text-good' : 'text-warn'}`}>
          {say(account.emailProved ? 'partners.emailProved' : 'partners.emailOpen')}
        </span>
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {account.lastLoginAt ? instant(account.lastLoginAt, zone) : say('partners.never')}
      </td>
      <td className={`${cell} pr-4 sm:pr-6`}>
        <div className="flex justify-end gap-2">
          {mayAct(account.status) && mayEnter && (
            <Button variant="outline" size="sm" onClick={() => onAct('signInAs')}>
              {say('partners.signInAs')}
            </Button>
          )}
          {mayAct(account.status) && (
            <Button variant="danger" size="sm" onClick={() => onAct('freezeAccount')}>
              {say('partners.freezeAccount')}
            </Button>
          )}
          {account.status === AccountStatus.frozen && (
            <Button variant="outline" size="sm" onClick={() => onAct('unfreezeAccount')}>
              {say('partners.unfreezeAccount')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

type AccountActProps = {
  partnerId: string;
  chosen: Chosen | undefined;
  customerService: boolean;
  onClose(): void;
};

function AccountAct({ partnerId, chosen, customerService, onClose }: AccountActProps) {
  const { say } = useWords();
  const act = chosen?.act ?? 'signInAs';
  const account = chosen?.account;
  const name = account?.name || account?.username || account?.email || '';
  const asked = { id: partnerId, accountId: account?.userNo ?? '' };
  const work = () =>
    act === 'signInAs'
      ? openShopAs(asked)
      : send('consoleAccountFreeze', { ...asked, frozen: act === 'freezeAccount' });
  return (
    <ActDialog
      open={chosen !== undefined}
      onClose={onClose}
      title={say(`partners.${act}Title`, { name })}
      act={say(act === 'signInAs' ? 'partners.openShop' : `partners.${act}`)}
      danger={act === 'freezeAccount'}
      work={work}
    >
      <p>{say(`partners.${act}Text`, { name })}</p>
      {act === 'signInAs' && !customerService && <p className="font-medium">{say('partners.signInAsLooks')}</p>}
    </ActDialog>
  );
}

/** The tab is opened in the press itself, or the browser would stop it; the address is good for one minute. */
async function openShopAs(asked: { id: string; accountId: string }) {
  const tab = window.open('', '_blank');
  try {
    const { address } = await send('consoleSignInAs', asked);
    if (!tab) return location.assign(address);
    tab.opener = null;
    tab.location.href = new URL(address, location.href).href;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
