// After paying (decision 0411): a buyer who booked with a mailbox only may set a password now.
import { lazy, Suspense, useState } from 'react';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

const PasswordForm = lazy(async () => ({ default: (await import('./password-form.tsx')).PasswordForm }));

export function OfferPassword() {
  const { say } = useWords();
  const { user } = useRoot();
  const [step, setStep] = useState<'offer' | 'form' | 'done'>('offer');
  if (step === 'done')
    return (
      <div className="mt-4">
        <Notice tone="good" title={say('payment.result.passwordSet')} />
      </div>
    );
  if (!user || user.passwordSet || user.actingStaff) return null;
  return (
    <Card className="mt-4 grid justify-items-start gap-3">
      <h2 className="text-lg font-bold">{say('account.login.setPassword')}</h2>
      <p className="max-w-prose break-words text-quiet">{say('payment.result.passwordHint', { email: user.email })}</p>
      {step === 'offer' ? (
        <Button variant="outline" onClick={() => setStep('form')}>
          {say('account.login.setPassword')}
        </Button>
      ) : (
        <Suspense>
          <PasswordForm onDone={() => setStep('done')} />
        </Suspense>
      )}
    </Card>
  );
}
