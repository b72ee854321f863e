// The booking agreement, which the buyer accepts for each order (§5), and how the booking is confirmed.
import { Link } from 'react-router';
import { fieldsNow } from '../../../../domain/asked-fields.ts';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Booking } from './use-booking.ts';

type AgreementProps = { booking: Booking; agreed: boolean; onAgree(agreed: boolean): void };

/** Whether a person looks at the pick-up first, as the order decides it (settle-booking.ts): by an area, what is not known to be inside. */
function isPickupChecked({ form, typed }: Booking): boolean {
  const { orderFields: values } = typed;
  const fieldNames = fieldsNow(form.orderFields, values);
  const isGiven = (name: string) => fieldNames.includes(name) && Boolean(values[name]?.trim());
  const isHotelAlone = fieldNames.includes('402') && !isGiven('402') && isGiven('403');
  const isOutside = (isGiven('402') && !typed.pickup?.inside) || (isGiven('dropOffAddress') && !typed.dropOff?.inside);
  return form.areaIds.length > 0 && (isHotelAlone || isOutside);
}

export function Agreement({ booking, agreed, onAgree }: AgreementProps) {
  const { say } = useWords();
  const { form, errors } = booking;
  const confirmed = form.instant ? 'catalog.policy.instant' : 'catalog.policy.manual';
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
        {say(isPickupChecked(booking) ? 'order.booking.pickupChecked' : confirmed)}
      </p>
    </Card>
  );
}
