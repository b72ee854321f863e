// Phone wallets (decision 0442): the certificate or account that signs the owner's passes, set, replaced and removed. Keys are encrypted.
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { ActionButton } from '../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../console-kit/edit-form.tsx';
import { FormSection } from '../../console-kit/section.tsx';
import { useDraft } from '../../console-kit/use-draft.ts';
import { load } from '../../load.ts';
import { AreaField, InputField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import type { Route } from './+types/edit-wallets';

type Wallets = OutputOf<'consoleWallets'>;
type Kind = keyof Wallets;

const names = { apple: 'Apple Wallet', google: 'Google Wallet' } as const satisfies Record<Kind, string>;

export async function loader() {
  return { wallets: await load('consoleWallets', {}) };
}

export default function EditWallets({ loaderData: { wallets } }: Route.ComponentProps) {
  const { say, day } = useWords();
  const { apple, google } = wallets;
  const states: Record<Kind, string> = {
    apple: apple ? say('export.wallet.appleSet', { ...apple, day: day(apple.endsOn) }) : '',
    google: google ? say('export.wallet.googleSet', google) : '',
  };
  return (
    <div className="grid gap-4">
      <PageHeading text={say('export.wallet.title')} />
      <p className="max-w-prose text-quiet">{say('export.wallet.intro')}</p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <WalletCard kind="apple" state={states.apple} />
        <WalletCard kind="google" state={states.google} />
      </div>
    </div>
  );
}

function WalletCard({ kind, state }: { kind: Kind; state: string }) {
  const { say } = useWords();
  const look = { title: names[kind], more: <span className="sr">{names[kind]}</span> };
  return (
    <FormSection title={names[kind]}>
      <p className="break-words">{state || say('export.wallet.none')}</p>
      <div className="flex flex-wrap gap-3">
        <DialogButton
          {...look}
          variant={state ? 'outline' : 'primary'}
          text={say(state ? 'export.wallet.replace' : 'export.wallet.setUp')}
        >
          {(close) => <WalletForm kind={kind} onClose={close} />}
        </DialogButton>
        {state && (
          <ActionButton
            {...look}
            act={say('export.wallet.remove')}
            danger
            work={() => send('consoleWalletRemove', { kind })}
          >
            <p>{say('export.wallet.removeText')}</p>
          </ActionButton>
        )}
      </div>
    </FormSection>
  );
}

const blank = { certificate: '', intermediate: '', key: '', issuerId: '', account: '' };

function WalletForm({ kind, onClose }: { kind: Kind; onClose(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: blank,
    save: (draft) => send('consoleWalletSave', { kind, ...draft }),
    onDone: onClose,
  });
  const { field } = form;
  const text = { required: true, rows: 4, spellCheck: false, autoComplete: 'off', className: 'font-mono text-sm' };
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onClose}>
      {kind === 'apple' ? (
        <>
          <AreaField
            {...field('certificate')}
            {...text}
            label={say('export.wallet.certificate')}
            hint={say('export.wallet.certificateHint')}
          />
          <AreaField
            {...field('intermediate')}
            {...text}
            label={say('export.wallet.intermediate')}
            hint={say('export.wallet.intermediateHint')}
          />
          <AreaField {...field('key')} {...text} label={say('export.wallet.key')} />
        </>
      ) : (
        <>
          <InputField
            {...field('issuerId')}
            label={say('export.wallet.issuerId')}
            hint={say('export.wallet.issuerIdHint')}
            required
            inputMode="numeric"
            autoComplete="off"
          />
          <AreaField
            {...field('account')}
            {...text}
            label={say('export.wallet.account')}
            hint={say('export.wallet.accountHint')}
          />
        </>
      )}
    </DialogForm>
  );
}
