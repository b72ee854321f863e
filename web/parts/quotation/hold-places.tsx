// Places that a quotation holds until it expires (decision 0312): until when and how many; held and released by one click.
import { IconLock } from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

type HoldPlacesProps = {
  saved: Pick<OutputOf<'quotation'>, 'hold' | 'zone'>;
  /** Every line has a price. */
  priced: boolean;
  busy: boolean;
  /** The limits of a level do not apply to staff. */
  unbound?: boolean;
  onHold(): void;
  onRelease(): void;
};

/** Nothing if places cannot be held now. */
export function HoldPlaces({
  saved: { hold, zone },
  priced,
  busy,
  unbound = false,
  onHold,
  onRelease,
}: HoldPlacesProps) {
  const { say, instant } = useWords();
  const { until, taken, places, hours, open } = hold;
  if (until !== null)
    return (
      <Notice tone="info" title={say('quotation.held', { count: taken, until: instant(until, zone) })}>
        <p className="mb-2 text-sm">{say('quotation.holdHint', { until: instant(until, zone) })}</p>
        <Button variant="outline" size="sm" disabled={busy} onClick={onRelease}>
          {say('quotation.release')}
        </Button>
      </Notice>
    );
  if (!open || !priced || !(unbound || places > 0)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" disabled={busy} onClick={onHold}>
        <IconLock aria-hidden="true" className="size-5" />
        {say('quotation.hold')}
      </Button>
      {!unbound && <p className="text-sm text-quiet">{say('quotation.holdOffer', { places, hours })}</p>}
    </div>
  );
}
