// Ordering for a partner (rules §3 and §10): choose who, and the shop opens as one of its accounts on a hostname of customer service;
// without such a hostname it is said what is missing.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { mayAct } from '../../../../domain/account-status.ts';
import { send } from '../../../call.ts';
import { InputField } from '../../../console-kit/form-fields.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, SelectInput } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

type Found = OutputOf<'consolePartners'>['list'];
type Partner = OutputOf<'consolePartner'>;

export function PlaceDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { say } = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={say('desk.place')}>
      <Body />
    </Dialog>
  );
}

/** One call at a time; its error is shown beneath. */
function useAsking() {
  const words = useWords();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
    setBusy(false);
  };
  return { problem, busy, run };
}

function Body() {
  const { say } = useWords();
  const { problem, busy, run } = useAsking();
  const [host, setHost] = useState<string | null>();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>();
  const [partner, setPartner] = useState<Partner>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens
  useEffect(() => {
    void run(async () => setHost((await send('consolePlaceHost', {})).host));
  }, []);
  const search = () =>
    run(async () => {
      setPartner(undefined);
      setFound((await send('consolePartners', { query: query.trim(), approval: 'approved' })).list);
    });
  const choose = (id: string) => run(async () => setPartner(await send('consolePartner', { id })));
  if (host === null) return <Notice tone="warn">{say('desk.placeNoHost')}</Notice>;
  return (
    <div className="grid gap-4">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <div className="min-w-0 grow">
          <InputField label={say('desk.placeSearch')} maxLength={80} value={query} onText={setQuery} />
        </div>
        <Button type="submit" variant="outline" disabled={!host}>
          {say('search.go')}
        </Button>
      </form>
      {busy && <Spinner />}
      {problem && <Notice tone="bad" title={problem} />}
      {partner && host ? (
        <ChooseAccount key={partner.id} partner={partner} host={host} />
      ) : (
        found && <ChoosePartner found={found} onChoose={choose} />
      )}
    </div>
  );
}

function ChoosePartner({ found, onChoose }: { found: Found; onChoose(id: string): void }) {
  const { say } = useWords();
  if (!found.length) return <p role="status">{say('search.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {found.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className="grid min-h-11 w-full rounded-lg px-3 py-2 text-left hover:bg-canvas"
            onClick={() => onChoose(one.id)}
          >
            <span className="font-medium break-words">{one.name}</span>
            <span className="text-sm break-all text-quiet">{one.mainEmail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ChooseAccount({ partner, host }: { partner: Partner; host: string }) {
  const { say } = useWords();
  const { problem, busy, run } = useAsking();
  const accounts = partner.frozen ? [] : partner.accounts.filter((one) => mayAct(one.status));
  const [accountId, setAccountId] = useState(
    (accounts.find((one) => one.kind === 'main') ?? accounts[0])?.userNo ?? '',
  );
  const nameOf = (one: Partner['accounts'][number]) => one.name || one.username || one.email;
  const account = accounts.find((one) => one.userNo === accountId);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => openShop({ id: partner.id, accountId }));
      }}
    >
      <h3 className="font-bold break-words">{partner.name}</h3>
      {account ? (
        <>
          <Field label={say('desk.account')}>
            {(ids) => (
              <SelectInput ids={ids} value={accountId} onChange={(event) => setAccountId(event.target.value)}>
                {accounts.map((one) => (
                  <option key={one.userNo} value={one.userNo}>
                    {nameOf(one)} · {say(`partners.account.${one.kind}`)}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          <p>{say('desk.placeText', { host, name: nameOf(account) })}</p>
        </>
      ) : (
        <Notice tone="warn">{say('desk.placeNoAccount')}</Notice>
      )}
      {problem && <Notice tone="bad" title={problem} />}
      <Button type="submit" className="justify-self-end" busy={busy} disabled={!account}>
        {say('desk.placeGo')}
      </Button>
    </form>
  );
}

/** The tab is opened in the press itself, or the browser would stop it; the address is good for one minute. */
async function openShop(asked: { id: string; accountId: string }): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { address } = await send('consolePlaceFor', asked);
    if (!tab) return location.assign(address);
    tab.opener = null;
    tab.location.href = address;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
