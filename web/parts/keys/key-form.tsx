// A key for another system (decision 0360): its purpose, its rights, its allowed addresses. The new key is shown only this time.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { KeyScope } from '../../../domain/systems.ts';
import { keyRules } from '../../../domain/systems.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, ChoiceField, FieldsProblem, InputField } from '../form/fields.tsx';
import { Ticks } from '../form/ticks.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';
import { MadeSecret, SecretForm } from './secret-form.tsx';

type Made = { id: string; key: string };

type NewKeyProps<Scope extends KeyScope> = {
  scopes: readonly Scope[];
  /** By name, with the rights that each needs. */
  purposes: Record<string, readonly Scope[]>;
  /** Whether this side has keys of the test mode. */
  tests?: boolean;
  make(wish: KeyWish<Scope>): Promise<Made>;
  onClose(): void;
};

type KeyWish<Scope> = { name: string; scopes: Scope[]; networks: string; test: boolean };

export function NewKey<Scope extends KeyScope>({ scopes, purposes, tests, make, onClose }: NewKeyProps<Scope>) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const [name, setName] = useState('');
  const [networks, setNetworks] = useState('');
  const [test, setTest] = useState(false);
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [made, setMade] = useState('');
  const fields = task.error?.fields ?? {};
  const go = async () => {
    setMade((await make({ name, scopes: chosen, networks, test })).key);
    await revalidate();
  };
  if (made) return <MadeKey made={made} onClose={onClose} />;
  return (
    <SecretForm task={task} act={say('systems.keys.create')} onGo={go} onClose={onClose}>
      <InputField
        label={say('systems.keys.name')}
        hint={say('systems.keys.nameHint')}
        error={fields.name}
        required
        maxLength={keyRules.nameLength}
        autoComplete="off"
        value={name}
        onValue={setName}
      />
      {tests && (
        <ChoiceField
          label={say('systems.keys.environment')}
          hint={say('systems.keys.environmentHint')}
          value={test ? 'test' : 'live'}
          options={['live', 'test'] as const}
          word="systems.environment"
          onValue={(value) => setTest(value === 'test')}
        />
      )}
      <Scopes {...{ scopes, purposes, chosen }} problem={fields.scopes} onChoose={setChosen} />
      <AreaField
        label={say('systems.keys.networks')}
        hint={say('systems.keys.networksHint')}
        error={fields.networks}
        rows={3}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={networks}
        onValue={setNetworks}
      />
    </SecretForm>
  );
}

type ScopesProps<Scope> = {
  scopes: readonly Scope[];
  purposes: Record<string, readonly Scope[]>;
  chosen: Scope[];
  problem: string | undefined;
  onChoose(chosen: Scope[]): void;
};

/** Nothing is ticked before the purpose is chosen, which ticks the least that it needs; ticks may be changed. */
function Scopes<Scope extends KeyScope>({ scopes, purposes, chosen, problem, onChoose }: ScopesProps<Scope>) {
  const { say } = useWords();
  const isAll = (of: readonly Scope[]) => of.length === chosen.length && of.every((scope) => chosen.includes(scope));
  const matching = Object.keys(purposes).find((name) => isAll(purposes[name] ?? []));
  const textOf = (name: string) => {
    const isScope = scopes.some((scope) => scope === name);
    return [name, say(isScope ? `systems.scope.${name}` : `systems.purpose.${name}`)] as const;
  };
  return (
    <>
      <ChoiceField
        label={say('systems.keys.purpose')}
        hint={say('systems.keys.purposeHint')}
        value={matching ?? (chosen.length ? 'other' : '')}
        {...(chosen.length ? {} : { none: say('systems.keys.purposeChoose') })}
        options={[...Object.keys(purposes), ...(matching || !chosen.length ? [] : ['other'])].map(textOf)}
        onValue={(name) => onChoose([...(purposes[name] ?? [])])}
      />
      <fieldset>
        <legend className="text-sm font-medium">{say('systems.keys.scopes')}</legend>
        <Ticks
          options={scopes}
          word="systems.scope"
          chosen={chosen}
          onChosen={(next) => onChoose(scopes.filter((scope) => next.includes(scope)))}
        />
        {problem && <FieldsProblem text={problem} />}
      </fieldset>
    </>
  );
}

function MadeKey({ made, onClose }: { made: string; onClose(): void }) {
  const { say } = useWords();
  const words = { text: say('systems.keys.madeText'), label: say('systems.keys.made') };
  return <MadeSecret {...words} secret={made} onClose={onClose} />;
}

/** Undefined: closed. */
export type KeyTarget = { act: 'replace' | 'revoke'; id: string; name: string } | undefined;

type KeyActProps = {
  target: KeyTarget;
  replace(id: string, hours: number): Promise<Made>;
  revoke(id: string): Promise<unknown>;
  onClose(): void;
};

export function KeyActDialog({ target, onClose, ...rest }: KeyActProps) {
  const { say } = useWords();
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      title={target ? say(`systems.keys.${target.act}Title`, { name: target.name }) : ''}
    >
      {target && <KeyAct key={`${target.act} ${target.id}`} target={target} {...rest} onClose={onClose} />}
    </Dialog>
  );
}

function KeyAct({ target, replace, revoke, onClose }: KeyActProps & { target: NonNullable<KeyTarget> }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const [hours, setHours] = useState<number>(24);
  const [made, setMade] = useState('');
  const replaces = target.act === 'replace';
  const go = async () => {
    if (replaces) setMade((await replace(target.id, hours)).key);
    else await revoke(target.id);
    await revalidate();
    if (!replaces) onClose();
  };
  if (made) return <MadeKey made={made} onClose={onClose} />;
  return (
    <SecretForm task={task} act={say(`systems.keys.${target.act}`)} danger={!replaces} onGo={go} onClose={onClose}>
      <p>{say(`systems.keys.${target.act}Text`)}</p>
      {replaces && (
        <ChoiceField
          label={say('systems.keys.overlap')}
          value={hours}
          options={keyRules.overlapHours}
          word="systems.keys.overlap"
          onValue={setHours}
        />
      )}
    </SecretForm>
  );
}
