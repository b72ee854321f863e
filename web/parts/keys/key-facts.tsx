// The facts of a key: its first letters, its rights, its allowed addresses, and its state.
import type { OutputOf } from '../../../contract/index.ts';
import { Badge, type Tone } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

export type KeyView = OutputOf<'apiKeys'>['list'][number];

const tones: Record<KeyView['state'], Tone> = { live: 'good', ending: 'warn', over: 'neutral' };

export function KeyBadge({ state }: Pick<KeyView, 'state'>) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`systems.keys.state.${state}`)}</Badge>;
}

/** Only keys of the test mode are marked. */
export function KeyEnvironment({ test }: Pick<KeyView, 'test'>) {
  const { say } = useWords();
  return test && <Badge tone="warn">{say('systems.environment.test')}</Badge>;
}

export function KeyStart({ start }: Pick<KeyView, 'start'>) {
  return <code className="text-sm break-all text-quiet">{start}…</code>;
}

export function KeyScopes({ scopes }: Pick<KeyView, 'scopes'>) {
  const { say } = useWords();
  return (
    <span className="flex flex-wrap gap-1 *:whitespace-normal">
      {scopes.map((scope) => (
        <Badge key={scope}>{say(`systems.scope.${scope}`)}</Badge>
      ))}
    </span>
  );
}

export function KeyNetworks({ networks }: Pick<KeyView, 'networks'>) {
  const { say } = useWords();
  if (!networks.length) return <span className="text-quiet">{say('systems.keys.anywhere')}</span>;
  return <span className="text-sm break-all">{networks.join(', ')}</span>;
}
