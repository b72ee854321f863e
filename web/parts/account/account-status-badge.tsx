// The status of an account (§3: deleted, disabled, frozen, active, disapproved) and of a distributor's application (§1).
import { useIntl } from 'react-intl';
import { Badge, type Tone } from '../../ui/pieces.tsx';

const statusTones: Record<number, Tone> = { [-2]: 'neutral', [-1]: 'warn', 0: 'bad', 1: 'good', 2: 'bad' };
const approvalTones = { waiting: 'warn', approved: 'good', disapproved: 'bad' } as const satisfies Record<string, Tone>;

export function AccountStatusBadge({ status }: { status: number }) {
  const { formatMessage } = useIntl();
  return (
    <Badge tone={statusTones[status] ?? 'neutral'}>{formatMessage({ id: `account.centre.status.${status}` })}</Badge>
  );
}

/** Nothing for individuals: they need no approval. */
export function ApplicationBadge({ approval }: { approval: 'none' | keyof typeof approvalTones }) {
  const { formatMessage } = useIntl();
  if (approval === 'none') return null;
  return <Badge tone={approvalTones[approval]}>{formatMessage({ id: `account.centre.approval.${approval}` })}</Badge>;
}
