// The booking agreement, which the buyer accepts for each order (§5), and how the booking is confirmed.
import { Link } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Booking } from './use-booking.ts';

type AgreementProps = { booking: Booking; agreed: boolean; onAgree(agreed: boolean): void };

export function Agreement({ booking: { form, errors }, agreed, onAgree }: AgreementProps) {
  const { say } = useWords();
  const age = form.minBookerAge;
  return (
    <Card>
      <Checkbox
        name="agreed"
        checked={agreed}
        onValue={onAgree}
        error={agreed ? undefined : errors.agreed}
        label={age ? say('order.booking.agreeOfAge', { age }) : say('order.booking.agree')}
      />
      <Link
        to={paths.agreement(form.agreement ?? 'booking')}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center pl-8 text-brand underline"
      >
        {say('order.booking.readAgreement')}
      </Link>
      <p className="mt-1 text-sm text-quiet">
        {say(form.instant ? 'catalog.policy.instant' : 'catalog.policy.manual')}
      </p>
    </Card>
  );
}
