// The first password of a staff account, shown once (rules §10).
import { shownLimits } from '../../../../domain/limits.ts';
import { ShowOnce } from '../../../parts/account/show-once.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';

export type ShownPassword = { name: string; password: string };

export function PasswordDialog({ shown, onClose }: { shown: ShownPassword | undefined; onClose(): void }) {
  const { say } = useWords();
  return (
    <Dialog
      open={shown !== undefined}
      onClose={onClose}
      title={say('staff.passwordTitle', { name: shown?.name ?? '' })}
    >
      <div className="grid gap-4">
        <Notice tone="warn" title={say('staff.passwordOnce')}>
          {say('staff.passwordFirst', { days: shownLimits.firstPasswordSeconds / 86_400 })}
        </Notice>
        <ShowOnce secret={shown?.password ?? ''} label={say('account.login.newPassword')} />
        <Button className="justify-self-end" onClick={onClose}>
          {say('staff.done')}
        </Button>
      </div>
    </Dialog>
  );
}
