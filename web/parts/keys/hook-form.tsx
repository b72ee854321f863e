// A new web hook (decision 0361): its address and its events. Its secret is shown only this time.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type HookType, hookRules, hookTypes, keyRules } from '../../../domain/systems.ts';
import { ChoiceField, FieldsProblem, InputField } from '../form/fields.tsx';
import { Ticks } from '../form/ticks.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';
import { MadeSecret, SecretForm } from './secret-form.tsx';

type NewHookProps = {
  make(wish: { address: string; types: HookType[] }): Promise<{ secret: string }>;
  onClose(): void;
};

export function NewHook({ make, onClose }: NewHookProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const [address, setAddress] = useState('');
  const [types, setTypes] = useState<HookType[]>([...hookTypes]);
  const [secret, setSecret] = useState('');
  const fields = task.error?.fields ?? {};
  const go = async () => {
    setSecret((await make({ address, types })).secret);
    await revalidate();
  };
  if (secret) return <HookSecret secret={secret} onClose={onClose} />;
  return (
    <SecretForm task={task} act={say('systems.hooks.create')} onGo={go} onClose={onClose}>
      <InputField
        label={say('systems.hooks.address')}
        hint={say('systems.hooks.addressHint')}
        error={fields.address}
        required
        type="url"
        maxLength={hookRules.addressLength}
        autoComplete="off"
        value={address}
        onValue={setAddress}
      />
      <fieldset>
        <legend className="text-sm font-medium">{say('systems.hooks.types')}</legend>
        <Ticks
          options={hookTypes}
          word="systems.hook"
          chosen={types}
          onChosen={(next) => setTypes(hookTypes.filter((type) => next.includes(type)))}
        />
        {fields.types && <FieldsProblem text={fields.types} />}
      </fieldset>
    </SecretForm>
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
