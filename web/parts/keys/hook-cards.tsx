// Web hooks of the owner or a partner (decision 0361): address and state of each, and its messages, each of which can be sent again.
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Badge, Card, EmptyState, Pager, type Tone } from '../../ui/pieces.tsx';
import { CallProblem } from '../call-problem.tsx';
import { useWords } from '../use-words.ts';
import { type Hook, HookActs, type HookCalls, useHookTask } from './hook-acts.tsx';
import { NewHook } from './hook-form.tsx';

type HookSendings = OutputOf<'hookSendings'>;

type HooksProps = {
  found: OutputOf<'hooks'>;
  /** The messages of the hook that the address names. */
  chosen: { id: string; sendings: HookSendings } | null;
  calls: HookCalls;
  hrefOf(query: { hook?: string; page?: number }): string;
};

export function HookCards({ found: { open, list, zone }, chosen, calls, hrefOf }: HooksProps) {
  const { say } = useWords();
  const { busy, problem, act } = useHookTask();
  return (
    <div className="grid gap-4">
      {open && (
        <DialogButton
          variant="primary"
          className="justify-self-start"
          icon={<IconPlus aria-hidden="true" className="size-5" />}
          text={say('systems.hooks.new')}
        >
          {(close) => <NewHook make={calls.make} onClose={close} />}
        </DialogButton>
      )}
      {problem && <CallProblem title={problem} />}
      {list.length === 0 && (
        <EmptyState
          icon={<IconWebhook aria-hidden="true" className="size-12" />}
          title={say(open ? 'systems.hooks.none' : 'systems.keys.closed')}
        />
      )}
      {list.map((hook) => (
        <HookCard
          key={hook.id}
          {...{ hook, zone, busy }}
          href={hrefOf({ hook: hook.id })}
          isChosen={chosen?.id === hook.id}
          onSet={(live) => void act(() => calls.set(hook.id, live))}
          calls={calls}
        />
      ))}
      {chosen && (
        <Sendings
          {...{ zone, busy }}
          sendings={chosen.sendings}
          onAgain={(id) => void act(() => calls.again(chosen.id, id))}
          hrefOf={(page) => hrefOf({ hook: chosen.id, page })}
        />
      )}
    </div>
  );
}

const tones: Record<Hook['state'], Tone> = { live: 'good', paused: 'neutral', dead: 'bad' };

type HookCardProps = {
  hook: Hook;
  zone: string;
  busy: boolean;
  href: string;
  isChosen: boolean;
  onSet(live: boolean): void;
  calls: HookCalls;
};

function HookCard({ hook, zone, busy, href, isChosen, onSet, calls }: HookCardProps) {
  const { say, instant } = useWords();
  const { address, types, state, waiting, failingSince, formerUntil } = hook;
  const nameOf = (act: string) => `${act}: ${address}`;
  const live = state === 'live';
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-all">{address}</h2>
        {live && failingSince ? (
          <p className="text-sm font-semibold text-warn">
            {say('systems.hooks.failing', { at: instant(failingSince, zone) })}
          </p>
        ) : (
          <Badge tone={tones[state]}>{say(`systems.hooks.state.${state}`)}</Badge>
        )}
      </div>
      <p className="flex flex-wrap gap-1">
        {types.map((type) => (
          <Badge key={type}>{say(`systems.hook.${type}`)}</Badge>
        ))}
      </p>
      <p className="text-sm text-quiet">{say('systems.hooks.waiting', { count: waiting })}</p>
      {formerUntil && (
        <p className="text-sm text-quiet">{say('systems.hooks.former', { at: instant(formerUntil, zone) })}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={href}
          preventScrollReset
          aria-label={nameOf(say('systems.hooks.sendings'))}
          aria-current={isChosen || undefined}
          className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
        >
          {say('systems.hooks.sendings')}
        </Link>
        <HookActs {...{ hook, busy, onSet, calls }} />
      </div>
    </Card>
  );
}

const sendingTones: Record<HookSendings['list'][number]['state'], Tone> = {
  waiting: 'warn',
  sent: 'good',
  'given up': 'bad',
};

type SendingsProps = {
  sendings: HookSendings;
  zone: string;
  busy: boolean;
  onAgain(id: string): void;
  hrefOf(page: number): string;
};

function Sendings({ sendings: { list, page, pages }, zone, busy, onAgain, hrefOf }: SendingsProps) {
  const { say, instant } = useWords();
  return (
    <Card>
      <h2 className="text-lg font-bold">{say('systems.hooks.sendings')}</h2>
      {list.length === 0 && <p className="mt-2 text-quiet">{say('systems.hooks.noSendings')}</p>}
      <ul className="divide-y divide-line">
        {list.map(({ id, type, orderNo, productId, state, tries, answer, problem, at, nextAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 text-sm">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{say(`systems.hook.${type}`)}</span>
                <code>{orderNo || `#${productId}`}</code>
                <Badge tone={sendingTones[state]}>{say(`systems.sending.${state}`)}</Badge>
              </p>
              <p className="break-words text-quiet">
                {[
                  instant(at, zone),
                  tries > 0 && say('systems.sending.tries', { count: tries }),
                  answer ? say('systems.sending.answer', { answer: String(answer) }) : '',
                  problem && say(`systems.sending.problem.${problem}`),
                  nextAt && tries > 0 && say('systems.sending.next', { at: instant(nextAt, zone) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {(state !== 'waiting' || tries > 0) && (
              <Button
                variant="outline"
                size="sm"
                disabled={busy}
                aria-label={`${say('systems.sending.again')}: ${say(`systems.hook.${type}`)} ${orderNo || `#${productId}`}`}
                onClick={() => onAgain(id)}
              >
                {say('systems.sending.again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} hrefOf={hrefOf} />
    </Card>
  );
}

/** The hook and the page of its messages that an address names. */
export function readHookQuery(request: Request): { hook: string; page: number } {
  const params = new URL(request.url).searchParams;
  const hook = /^\d{1,18}$/.exec(params.get('hook') ?? '')?.[0] ?? '';
  const page = Number(params.get('page') ?? 1);
  return { hook, page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1 };
}
