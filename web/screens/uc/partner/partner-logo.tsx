// The agency's own logo (§6): visible to its logins, chosen and deleted by its main account; it is printed on vouchers and itineraries
// under the agency's name.
import { useId } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { CallFailed, send } from '../../../call.ts';
import { ChooseFile, sendPicture } from '../../../parts/page/choose-file.tsx';
import { useFileAct } from '../../../parts/page/use-file-act.ts';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { DialogFoot } from '../../../ui/dialog-foot.tsx';
import { Card } from '../../../ui/pieces.tsx';

const kinds = ['image/jpeg', 'image/png'];
const mostBytes = 1_048_576;

type PartnerLogoProps = { logo: string | null; name: string; mayChange: boolean };

export function PartnerLogo({ logo, name, mayChange }: PartnerLogoProps) {
  const { say } = useWords();
  const id = useId();
  const { busy, problem, act } = useFileAct('refusal.logoRefused');
  if (!logo && !mayChange) return null;
  return (
    <Card>
      <h2 id={`${id}-label`} className="mb-1 font-semibold">
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
        <div className="mt-3 grid gap-2">
          <ChooseFile
            {...{ id, kinds, busy, problem }}
            hint={say('account.centre.logoHint')}
            onFile={(file) => void act(() => sendLogo(file))}
          >
            {logo && <DeleteLogo busy={busy} onDelete={() => act(() => send('partnerLogoDelete', {}))} />}
          </ChooseFile>
        </div>
      )}
    </Card>
  );
}

function DeleteLogo({ busy, onDelete }: { busy: boolean; onDelete(): void }) {
  const { say } = useWords();
  return (
    <DialogButton variant="quiet" disabled={busy} text={say('account.centre.logoDelete')}>
      {(close) => (
        <div className="grid gap-4">
          <p>{say('account.centre.logoDeleteAsk')}</p>
          <DialogFoot
            danger
            act={say('account.centre.logoDelete')}
            busy={busy}
            onAct={() => {
              close();
              onDelete();
            }}
            onClose={close}
          />
        </div>
      )}
    </DialogButton>
  );
}

/** A file that is clearly too large or of another kind is not sent. */
async function sendLogo(file: File): Promise<void> {
  if (!kinds.includes(file.type) || file.size > mostBytes) throw new CallFailed(413);
  await sendPicture('partnerLogoUpload', file);
}
