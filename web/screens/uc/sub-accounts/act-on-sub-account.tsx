// Actions of a main account on a sub-account (§3 status, §7): edit, disable and enable, a new password, delete. Each action that
// removes something asks first and says what happens.
import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { AccountStatus } from '../../../../domain/account-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { ShowOnce } from '../../../parts/account/show-once.tsx';

import { CallProblem } from '../../../parts/call-problem.tsx';

import { useTask } from '../../../parts/use-task.ts';

import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type SubAccount = OutputOf<'childAccountList'>['list'][number];
export type SubAccountAct = 'enable' | 'disable' | 'resetPassword' | 'delete';
export type SubAccountTarget = { act: SubAccountAct; account: SubAccount };

const icons = { enable: IconPlayerPlay, disable: IconPlayerPause, resetPassword: IconKey, delete: IconTrash };

/** Only the owner can unfreeze a frozen account; a deleted one cannot be changed. */
function actsOn(status: number): SubAccountAct[] {
  if (status === AccountStatus.deleted) return [];
  if (status === AccountStatus.frozen) return ['delete'];
  return [status === AccountStatus.disabledByMain ? 'enable' : 'disable', 'resetPassword', 'delete'];
}

type ActionButtonsProps = { account: SubAccount; icons?: boolean; onAsk(target: SubAccountTarget): void };

/** Texts on cards; icons with the texts as names in the narrow column of a table. */
export function ActionButtons({ account, icons: small = false, onAsk }: ActionButtonsProps) {
  const { say } = useWords();
  const name = account.name || account.username;
  const look = small ? '!min-h-10 touch:!min-h-11 !px-0 w-10 touch:w-11 text-quiet hover:text-brand' : '';
  if (account.status === AccountStatus.deleted) return null;
  return (
    <div className={small ? 'flex justify-end' : 'flex flex-wrap gap-2'}>
      <LinkButton
        to={paths.subAccount(account.userNo)}
        variant={small ? 'quiet' : 'outline'}
        size="sm"
        className={small ? look : '!min-h-11'}
        aria-label={`${say('account.centre.edit')}: ${name}`}
        title={small ? say('account.centre.edit') : undefined}
      >
        {small ? <IconPencil aria-hidden="true" className="size-5" /> : say('account.centre.edit')}
      </LinkButton>
      {actsOn(account.status).map((act) => {
        const Icon = icons[act];
        return (
          <Button
            key={act}
            variant={small ? 'quiet' : act === 'delete' ? 'danger' : 'outline'}
            size="sm"
            className={small ? `${look} ${act === 'delete' ? 'hover:!text-bad' : ''}` : '!min-h-11'}
            aria-label={`${say(`account.centre.${act}`)}: ${name}`}
            title={small ? say(`account.centre.${act}`) : undefined}
            onClick={() => onAsk({ act, account })}
          >
            {small ? <Icon aria-hidden="true" className="size-5" /> : say(`account.centre.${act}`)}
          </Button>
        );
      })}
    </div>
  );
}

const statusAfter = {
  enable: AccountStatus.normal,
  disable: AccountStatus.disabledByMain,
  delete: AccountStatus.deleted,
};

export function SubAccountDialog({ target, onClose }: { target: SubAccountTarget | undefined; onClose(): void }) {
  const { say } = useWords();
  const name = target ? target.account.name || target.account.username : '';
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      title={target ? say(`account.centre.${target.act}Title`, { name }) : ''}
    >
      {target && <AskBeforeActing target={target} name={name} onClose={onClose} />}
    </Dialog>
  );
}

function AskBeforeActing({
  target: { act, account },
  name,
  onClose,
}: {
  target: SubAccountTarget;
  name: string;
  onClose(): void;
}) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useTask();
  const [secret, setSecret] = useState('');
  const go = async () => {
    if (act === 'resetPassword') setSecret((await send('resetChildPassword', { id: account.userNo })).password);
    else {
      await send('changeUserStatus', { id: account.userNo, status: statusAfter[act] });
      onClose();
    }
    await revalidate();
  };
  if (secret)
    return (
      <>
        <ShowOnce label={say('account.centre.newPasswordOf', { name })} secret={secret} />
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>{say('account.centre.done')}</Button>
        </div>
      </>
    );
  return (
    <>
      <p>{say(`account.centre.${act}Text`)}</p>
      {problem && (
        <div className="mt-3">
          <CallProblem title={problem} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('account.centre.cancel')}
        </Button>
        <Button
          variant={act === 'enable' || act === 'resetPassword' ? 'primary' : 'danger'}
          busy={busy}
          onClick={() => run(go)}
        >
          {say(`account.centre.${act}`)}
        </Button>
      </div>
    </>
  );
}
