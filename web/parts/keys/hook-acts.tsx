// What is done with a web hook: pausing it, changing its address and events, a new secret, deleting it (decisions 0361, 0753, 0754).
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { CallProblem } from '../call-problem.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';
import { ChangeHook, type HookWish, RenewSecret } from './hook-form.tsx';

export type Hook = OutputOf<'hooks'>['list'][number];

/** The calls for the partner's or the owner's hooks. */
export type HookCalls = {
  make(wish: HookWish): Promise<{ secret: string }>;
  set(id: string, live: boolean): Promise<unknown>;
  /** Another address, or other events. */
  change(id: string, wish: HookWish): Promise<unknown>;
  /** A new secret; the former one works on for so many hours. */
  renew(id: string, hours: number): Promise<{ secret: string }>;
  drop(id: string): Promise<unknown>;
  again(id: string, sendingId: string): Promise<unknown>;
};

export function useHookTask() {
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useTask();
  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      await revalidate();
    });
  return { busy, problem, act };
}

type ActsProps = { hook: Hook; busy: boolean; calls: HookCalls; onSet(live: boolean): void };

export function HookActs({ hook, busy, calls, onSet }: ActsProps) {
  const { say } = useWords();
  const named = (key: string) => ({ text: say(key), 'aria-label': `${say(key)}: ${hook.address}` });
  const live = hook.state === 'live';
  const { text, ...turn } = named(live ? 'systems.hooks.pause' : 'systems.hooks.resume');
  return (
    <>
      <Button variant="outline" size="sm" disabled={busy} {...turn} onClick={() => onSet(!live)}>
        {text}
      </Button>
      {!hook.octo && (
        <DialogButton size="sm" disabled={busy} {...named('systems.hooks.change')}>
          {(close) => <ChangeHook hook={hook} change={(wish) => calls.change(hook.id, wish)} onClose={close} />}
        </DialogButton>
      )}
      <DialogButton size="sm" disabled={busy} {...named('systems.hooks.renew')}>
        {(close) => <RenewSecret renew={(hours) => calls.renew(hook.id, hours)} onClose={close} />}
      </DialogButton>
      <DialogButton
        variant="danger"
        size="sm"
        disabled={busy}
        {...named('systems.hooks.delete')}
        title={say('systems.hooks.deleteTitle')}
      >
        {(close) => <DropHook hook={hook} drop={calls.drop} onClose={close} />}
      </DialogButton>
    </>
  );
}

type DropProps = { hook: Hook; drop: HookCalls['drop']; onClose(): void };

function DropHook({ hook: { id, address }, drop, onClose }: DropProps) {
  const { say } = useWords();
  const { busy, problem, act } = useHookTask();
  const go = async () => {
    if (await act(() => drop(id))) onClose();
  };
  return (
    <div className="grid gap-4">
      <p className="break-all">{address}</p>
      <p>{say('systems.hooks.deleteText')}</p>
      {problem && <CallProblem title={problem} />}
      <DialogFoot danger act={say('systems.hooks.delete')} busy={busy} onAct={() => void go()} onClose={onClose} />
    </div>
  );
}
