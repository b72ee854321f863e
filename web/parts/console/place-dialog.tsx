// Ordering or quoting for a partner (rules §3 and §10): choose the partner, and the shop opens as one of its accounts on a hostname of
// customer service; without such a hostname the dialog says what is missing.

import { useState } from 'react';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '../../../contract/index.ts';
import { mayAct } from '../../../domain/account-status.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { send } from '../../call.ts';
import { useAction } from '../../console-kit/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChoiceField, InputField } from '../form/fields.tsx';
import { onSend } from '../form/on-send.ts';
import { useRead } from '../use-read.ts';
import { useWords } from '../use-words.ts';
import { isErasedPartner } from './erased-partner.ts';
import { openShop } from './open-shop.ts';

type Found = OutputOf<'consolePartners'>['list'];
type Partner = OutputOf<'consolePartner'>;

/** Where the shop opens. */
type Page = NonNullable<InputOf<'consolePlaceFor'>['page']>;
type PlaceDialogProps = { open: boolean; onClose(): void; title: string; page: Page };

export function PlaceDialog({ open, onClose, title, page }: PlaceDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Body page={page} />
    </Dialog>
  );
}

function Body({ page }: { page: Page }) {
  const { say } = useWords();
  const { problem, busy, run } = useAction();
  const { found: place, problem: hostProblem } = useRead('consolePlaceHost', {}, 0);
  const host = place?.host;
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>();
  const [partner, setPartner] = useState<Partner>();
  const read = (work: () => Promise<unknown>) => run(work, { reloads: false });
  const search = () =>
    read(async () => {
      setPartner(undefined);
      const { list } = await send('consolePartners', { query: query.trim(), approval: 'approved' });
      setFound(list.filter((one) => !isErasedPartner(one)));
    });
  const choose = (id: string) => read(async () => setPartner(await send('consolePartner', { id })));
  if (host === null)
    return (
      <Notice tone="warn" title={say('desk.placeNoHost')}>
        <Link to={consolePaths.settings()} className="inline-flex min-h-11 items-center font-semibold underline">
          {say('staff.menuSettings')}
        </Link>
      </Notice>
    );
  return (
    <div className="grid gap-4">
      <form className="flex items-end gap-2" onSubmit={onSend(search)}>
        <div className="min-w-0 grow">
          <InputField label={say('desk.placeSearch')} maxLength={80} value={query} onValue={setQuery} />
        </div>
        <Button type="submit" variant="outline" disabled={!host}>
          {say('catalog.search.go')}
        </Button>
      </form>
      {busy && <Spinner />}
      {(problem || hostProblem) && <Notice tone="bad" title={problem?.text ?? hostProblem} />}
      {partner && host ? (
        <ChooseAccount key={partner.id} {...{ partner, host, page }} />
      ) : (
        found && <ChoosePartner found={found} onChoose={choose} />
      )}
    </div>
  );
}

function ChoosePartner({ found, onChoose }: { found: Found; onChoose(id: string): void }) {
  const { say } = useWords();
  if (!found.length) return <p role="status">{say('catalog.search.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {found.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className="grid min-h-11 w-full rounded-lg px-3 py-2 text-left hover:bg-canvas"
            onClick={() => onChoose(item.id)}
          >
            <span className="font-medium break-words">{item.name}</span>
            <span className="text-sm break-all text-quiet">{item.mainEmail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ChooseAccount({ partner, host, page }: { partner: Partner; host: string; page: Page }) {
  const { say } = useWords();
  const action = useAction();
  const accounts = partner.frozen ? [] : partner.accounts.filter((account) => mayAct(account.status));
  const [accountId, setAccountId] = useState(
    (accounts.find((account) => account.kind === 'main') ?? accounts[0])?.userNo ?? '',
  );
  const nameOf = (item: Partner['accounts'][number]) => item.name || item.username || item.email;
  const account = accounts.find((account) => account.userNo === accountId);
  return (
    <form
      className="grid gap-4"
      onSubmit={action.submit(() => openShop(() => send('consolePlaceFor', { id: partner.id, accountId, page })), {
        reloads: false,
      })}
    >
      <h3 className="font-bold break-words">{partner.name}</h3>
      {account ? (
        <>
          <ChoiceField
            label={say('desk.account')}
            value={accountId}
            onValue={setAccountId}
            options={accounts.map(
              (account) => [account.userNo, `${nameOf(account)} · ${say(`partner.account.${account.kind}`)}`] as const,
            )}
          />
          <p>{say('desk.placeText', { host, name: nameOf(account) })}</p>
        </>
      ) : (
        <Notice tone="warn">{say('desk.placeNoAccount')}</Notice>
      )}
      {action.problem && <Notice tone="bad" title={action.problem.text} />}
      <Button type="submit" className="justify-self-end" busy={action.busy !== undefined} disabled={!account}>
        {say('desk.placeGo')}
      </Button>
    </form>
  );
}
