// The versions of the distributor's contract: the one that waits to be accepted, and who accepted the others.
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type Contracts = OutputOf<'contracts'>['list'];

export function OwnContract({ contracts }: { contracts: Contracts }) {
  const { say } = useWords();
  const waiting = contracts.find(({ waits }) => waits);
  return (
    <TitledCard title={say('account.contract.title')}>
      {waiting && (
        <Notice tone="warn" title={say('account.contract.waits', { version: waiting.version })}>
          <LinkButton size="sm" className="mt-2" to={paths.agreement(waiting.token)}>
            {say('site.agreement.read')}
          </LinkButton>
        </Notice>
      )}
      <ul className="mt-2 divide-y divide-line">
        {contracts.map((contract) => (
          <Version key={contract.token} contract={contract} />
        ))}
      </ul>
    </TitledCard>
  );
}

function Version({ contract }: { contract: Contracts[number] }) {
  const { say, instant } = useWords();
  const zone = useRoot().user?.zone ?? 'UTC';
  const { acceptedAt, acceptedName: name } = contract;
  return (
    <li className="py-2">
      <a
        href={paths.agreement(contract.token)}
        className="inline-flex min-h-11 items-center font-medium break-words text-brand hover:underline"
      >
        {contract.title} · {say('site.agreement.version', { version: contract.version })}
      </a>
      <p className="text-sm text-quiet">
        {acceptedAt
          ? say('account.contract.accepted', { date: instant(acceptedAt, zone), name })
          : say('account.contract.notAccepted')}
      </p>
    </li>
  );
}
