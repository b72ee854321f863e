// The agency's own logo (§6): shown to its logins, chosen and deleted by its main account; it stands on vouchers and itineraries that
// are drawn under the agency's name.
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { fileRoutes } from '../../../../contract/calls.ts';
import { fileAddress } from '../../../../contract/file-address.ts';
import { CallFailed, CallRefused, send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/pieces.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const kinds = ['image/jpeg', 'image/png'];
const mostBytes = 1_048_576;

type PartnerLogoProps = { logo: string | null; name: string; mayChange: boolean };

export function PartnerLogo({ logo, name, mayChange }: PartnerLogoProps) {
  const { say } = useWords();
  const id = useId();
  const { busy, problem, act } = useLogo();
  if (!logo && !mayChange) return null;
  return (
    <Card>
      <h2 id={`${id}-title`} className="mb-1 font-semibold">
        {say('account.centre.logo')}
      </h2>
      <p className="text-sm text-quiet">{say('account.centre.logoUse')}</p>
      {logo && (
        <img
          src={fileAddress('partnerLogo', { v: logo })}
          alt={say('account.centre.logoOf', { name })}
          className="mt-3 h-20 max-w-full rounded-lg border border-line bg-white object-contain p-2"
        />
      )}
      {mayChange && (
        <>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <ChooseLogo id={id} busy={busy} wrong={Boolean(problem)} onFile={(file) => act(() => sendLogo(file))} />
            {logo && <DeleteLogo busy={busy} onDelete={() => act(() => send('partnerLogoDelete', {}))} />}
          </div>
          <p
            id={`${id}-told`}
            role={problem ? 'alert' : undefined}
            className={`mt-2 text-sm ${problem ? 'text-bad' : 'text-quiet'}`}
          >
            {problem || say('account.centre.logoHint')}
          </p>
        </>
      )}
    </Card>
  );
}

function useLogo() {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (work: () => Promise<unknown>) => {
    setProblem('');
    setBusy(true);
    try {
      await work();
      await revalidate();
    } catch (error) {
      const refused = error instanceof CallFailed && error.status === 413;
      setProblem(refused ? words.say('refusal.logoRefused') : describeError(error, words).text);
    }
    setBusy(false);
  };
  return { busy, problem, act };
}

type ChooseLogoProps = { id: string; busy: boolean; wrong: boolean; onFile(file: File): void };

/** The file input itself is unseen; its label looks like a button. */
function ChooseLogo({ id, busy, wrong, onFile }: ChooseLogoProps) {
  const { say } = useWords();
  return (
    <>
      <input
        id={id}
        type="file"
        accept={kinds.join(',')}
        className="peer sr"
        aria-labelledby={`${id}-title ${id}-choose`}
        aria-describedby={`${id}-told`}
        aria-invalid={wrong || undefined}
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        id={`${id}-choose`}
        className={
          'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface ' +
          'px-4 font-semibold hover:border-brand hover:text-brand peer-focus-visible:outline-3 ' +
          'peer-focus-visible:outline-brand peer-disabled:cursor-not-allowed peer-disabled:opacity-55'
        }
      >
        {busy && <Spinner />}
        {say(busy ? 'site.setting.picture.busy' : 'site.setting.picture.choose')}
      </label>
    </>
  );
}

function DeleteLogo({ busy, onDelete }: { busy: boolean; onDelete(): void }) {
  const { say } = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" disabled={busy} onClick={() => setAsking(true)}>
        {say('account.centre.logoDelete')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={say('account.centre.logoDelete')}>
        <div className="grid gap-4">
          <p>{say('account.centre.logoDeleteAsk')}</p>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false);
              onDelete();
            }}
          >
            {say('account.centre.logoDelete')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** What is plainly too large or of another kind does not travel. */
async function sendLogo(file: File): Promise<void> {
  if (!kinds.includes(file.type) || file.size > mostBytes) throw new CallFailed(413);
  const { method, path } = fileRoutes.partnerLogoUpload;
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': file.type, l: document.documentElement.dataset.language ?? '' },
    body: file,
    credentials: 'same-origin',
  });
  if (!answer.ok) throw new CallFailed(answer.status);
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> };
  if (code !== 200) throw new CallRefused(code, msg, data);
}
