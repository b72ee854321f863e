// The second factor of a staff account (rules §10): set up with a picture and a first code, switched off with the password.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { DialogFoot } from '../../../ui/dialog-foot.tsx';
import { Badge, Card, Notice } from '../../../ui/pieces.tsx';

type SecondFactorProps = {
  on: boolean;
  /** Instead of showing the new state. */
  onDone?: (() => void) | undefined;
};

export function SecondFactor({ on, onDone }: SecondFactorProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const [changed, setChanged] = useState(false);
  const done = async () => {
    if (onDone) return onDone();
    setChanged(true);
    await revalidate();
  };
  return (
    <Card className="grid content-start gap-4">
      <h2 className="flex flex-wrap items-center gap-3 text-lg font-bold">
        {say('staff.factor')}
        <Badge tone={on ? 'good' : 'neutral'}>{say(on ? 'staff.factorOn' : 'staff.factorOff')}</Badge>
      </h2>
      <p>{say('staff.factorWhy')}</p>
      {changed && <Notice tone={on ? 'good' : 'info'} title={say(on ? 'staff.factorNowOn' : 'staff.factorNowOff')} />}
      {on ? <SwitchOff onDone={done} /> : <SetUp onDone={done} />}
    </Card>
  );
}

function SetUp({ onDone }: { onDone(): Promise<void> }) {
  const { say } = useWords();
  const [started, setStarted] = useState<OutputOf<'consoleFactorStart'>>();
  const { problem, busy, run } = useAction();
  const start = () => run(async () => setStarted(await send('consoleFactorStart', {})), { reloads: false });
  if (started) return <ConfirmFactor started={started} onDone={onDone} />;
  return (
    <>
      {problem && <Notice tone="bad" title={problem.text} />}
      <Button className="justify-self-start" busy={busy !== undefined} onClick={start}>
        {say('staff.factorSetUp')}
      </Button>
    </>
  );
}

type ConfirmFactorProps = { started: OutputOf<'consoleFactorStart'>; onDone(): Promise<void> };

function ConfirmFactor({ started, onDone }: ConfirmFactorProps) {
  const { say } = useWords();
  const form = useForm({ code: '' }, { code: { kind: 'digits', max: 6, required: true } });
  const confirm = async () => {
    await send('consoleFactorConfirm', { code: (form.values.code ?? '').trim() });
    await onDone();
  };
  return (
    <form method="post" ref={form.ref} onSubmit={form.submit(confirm)} noValidate className="grid gap-4">
      <p>{say('staff.factorScan')}</p>
      <img
        src={started.picture}
        alt={say('staff.factorPicture')}
        width={192}
        height={192}
        className="rounded-lg border border-line bg-white p-2"
      />
      <div>
        <p className="text-sm text-quiet">{say('staff.factorSecret')}</p>
        <p className="font-mono text-lg break-words">{started.secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
      {form.problem && <Notice tone="bad" title={form.problem} />}
      <RuledField form={form} name="code" label={say('staff.factorCode')} autoComplete="one-time-code" />
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        {say('staff.factorConfirm')}
      </Button>
    </form>
  );
}

function SwitchOff({ onDone }: { onDone(): Promise<void> }) {
  const { say } = useWords();
  const look = { variant: 'danger', className: 'justify-self-start' } as const;
  return (
    <DialogButton {...look} text={say('staff.factorStop')} title={say('staff.factorStopTitle')}>
      {(close) => <StopForm onDone={onDone} onClose={close} />}
    </DialogButton>
  );
}

function StopForm({ onDone, onClose }: { onDone(): Promise<void>; onClose(): void }) {
  const { say } = useWords();
  const form = useForm({ password: '' }, {});
  const stop = async () => {
    await send('consoleFactorStop', { password: form.values.password ?? '' });
    onClose();
    await onDone();
  };
  return (
    <form method="post" ref={form.ref} onSubmit={form.submit(stop)} noValidate className="grid gap-4">
      <p>{say('staff.factorStopText')}</p>
      {form.problem && <Notice tone="bad" title={form.problem} />}
      <RuledField
        form={form}
        name="password"
        type="password"
        label={say('account.detail.current')}
        autoComplete="current-password"
        required
      />
      <DialogFoot act={say('staff.factorStop')} busy={form.busy} danger onClose={onClose} />
    </form>
  );
}
