// A new web hook (decision 0361): its address and its events. Its secret is shown only this time.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type HookType, hookRules, hookTypes, keyRules } from '../../../domain/systems.ts';
import { ChoiceField, FieldsProblem, InputField } from '../form/fields.tsx';
import { Ticks } from '../form/ticks.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';
import { MadeSecret, SecretForm } from './secret-form.tsx';

export type HookWish = { address: string; types: HookType[] };

type NewHookProps = { make(wish: HookWish): Promise<{ secret: string }>; onClose(): void };

export function NewHook({ make, onClose }: NewHookProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const [wish, setWish] = useState<HookWish>({ address: '', types: [...hookTypes] });
  const [secret, setSecret] = useState('');
  const go = async () => {
    setSecret((await make(wish)).secret);
    await revalidate();
  };
  if (secret) return <HookSecret secret={secret} onClose={onClose} />;
  return (
    <SecretForm task={task} act={say('systems.hooks.create')} onGo={go} onClose={onClose}>
      <HookFields wish={wish} fields={task.error?.fields ?? {}} onWish={setWish} />
    </SecretForm>
  );
}

type ChangeProps = {
  hook: { address: string; types: readonly string[]; state: string };
  change(wish: HookWish): Promise<unknown>;
  onClose(): void;
};

export function ChangeHook({ hook, change, onClose }: ChangeProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const [wish, setWish] = useState<HookWish>({
    address: hook.address,
    types: hookTypes.filter((type) => hook.types.includes(type)),
  });
  const go = async () => {
    await change(wish);
    await revalidate();
    onClose();
  };
  return (
    <SecretForm task={task} act={say('account.centre.save')} onGo={go} onClose={onClose}>
      <p>{say(hook.state === 'live' ? 'systems.hooks.changeText' : 'systems.hooks.changePaused')}</p>
      <HookFields wish={wish} fields={task.error?.fields ?? {}} onWish={setWish} />
    </SecretForm>
  );
}

type FieldsProps = { wish: HookWish; fields: Record<string, string | undefined>; onWish(wish: HookWish): void };

function HookFields({ wish, fields, onWish }: FieldsProps) {
  const { say } = useWords();
  return (
    <>
      <InputField
        label={say('systems.hooks.address')}
        hint={say('systems.hooks.addressHint')}
        {...(fields.address ? { error: fields.address } : {})}
        required
        type="url"
        maxLength={hookRules.addressLength}
        autoComplete="off"
        value={wish.address}
        onValue={(address) => onWish({ ...wish, address })}
      />
      <fieldset>
        <legend className="text-sm font-medium">{say('systems.hooks.types')}</legend>
        <Ticks
          options={hookTypes}
          word="systems.hook"
          chosen={wish.types}
          onChosen={(next) => onWish({ ...wish, types: hookTypes.filter((type) => next.includes(type)) })}
        />
        {fields.types && <FieldsProblem text={fields.types} />}
      </fieldset>
    </>
  );
}

function HookSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const { say } = useWords();
  const words = { text: say('systems.hooks.secretText'), label: say('systems.hooks.secret') };
  return <MadeSecret {...words} secret={secret} onClose={onClose} />;
}

type RenewProps = { renew(hours: number): Promise<{ secret: string }>; onClose(): void };

/** For a secret that was lost or became known (decision 0753). */
export function RenewSecret({ renew, onClose }: RenewProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const [hours, setHours] = useState<number>(24);
  const [secret, setSecret] = useState('');
  const go = async () => {
    setSecret((await renew(hours)).secret);
    await revalidate();
  };
  if (secret) return <HookSecret secret={secret} onClose={onClose} />;
  return (
    <SecretForm task={task} act={say('systems.hooks.renew')} onGo={go} onClose={onClose}>
      <p>{say('systems.hooks.renewText')}</p>
      <ChoiceField
        label={say('systems.hooks.overlap')}
        value={hours}
        options={keyRules.overlapHours}
        word="systems.keys.overlap"
        onValue={setHours}
      />
    </SecretForm>
  );
}
