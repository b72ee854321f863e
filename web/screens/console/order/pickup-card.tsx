// Where guests are picked up and dropped off, and the second verification of addresses that may lie outside the transfer range (§5).
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { ActDialog } from '../../../console-kit/act-dialog.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../../ui/pieces.tsx';

type Places = OutputOf<'consoleOrder'>['places'];
type Place = NonNullable<Places['pickup']>;

const tones: Record<string, Tone> = { waiting: 'warn', fine: 'good', refused: 'bad' };

type PickupProps = {
  orderNo: string;
  places: Places;
  state: string | null;
  /** Whether the reader may verify it. */
  acts: boolean;
};

/** Nothing where nobody is picked up. */
export function PickupCard({ orderNo: id, places, state, acts }: PickupProps) {
  const { say } = useWords();
  const [asked, setAsked] = useState<'fine' | 'refuse'>();
  if (!places.pickup && !places.dropOff && !state) return null;
  const refuse = asked === 'refuse';
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-bold">{say('desk.pickup')}</h2>
        {state && <Badge tone={tones[state]}>{say(`desk.pickupState.${state}`)}</Badge>}
      </div>
      <PlaceList places={places} />
      {state === 'waiting' && acts && (
        <>
          <p className="mt-3">{say('desk.pickupText')}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setAsked('fine')}>
              {say('desk.pickupFine')}
            </Button>
            <Button variant="danger" onClick={() => setAsked('refuse')}>
              {say('desk.pickupRefuse')}
            </Button>
          </div>
        </>
      )}
      <ActDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={say('desk.pickup')}
        act={say(refuse ? 'desk.pickupRefuse' : 'desk.pickupFine')}
        danger={refuse}
        {...(refuse ? { reason: { hint: say('desk.pickupRefuseText'), required: true } } : {})}
        work={(text) => send('consolePickup', { id, fine: !refuse, text })}
      >
        <PlaceList places={places} />
      </ActDialog>
    </Card>
  );
}

export function PlaceList({ places }: { places: Places }) {
  const { say } = useWords();
  const shown = [
    ['desk.pickupAt', places.pickup],
    ['desk.dropOffAt', places.dropOff],
  ] as const;
  return (
    <dl className="grid gap-2">
      {shown.map(([label, place]) =>
        place ? (
          <div key={label}>
            <dt className="text-sm text-quiet">{say(label)}</dt>
            <dd className="break-words">
              {place.address} <Where place={place} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Where({ place }: { place: Place }) {
  const { say } = useWords();
  return (
    <span className="text-sm text-quiet">
      {place.lat !== null && place.lng !== null && (
        <span className="tabular-nums">
          ({place.lat.toFixed(5)}, {place.lng.toFixed(5)}){' '}
        </span>
      )}
      {!place.inside && <span className="text-warn">{say('desk.outside')}</span>}
    </span>
  );
}
