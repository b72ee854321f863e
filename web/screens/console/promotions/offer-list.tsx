// The owner's limited offers, those that end last first, and whether they run now.
import { IconDiscount2 } from '@tabler/icons-react';
import { send } from '../../../call.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { OfferForm } from './offer-form.tsx';
import { OrderedList } from './ordered-list.tsx';
import type { OfferRow } from './promotion-rows.ts';

const tones: Record<OfferRow['state'], Tone> = { shown: 'good', planned: 'brand', over: 'neutral', off: 'neutral' };

export function OfferList({ list, zone }: { list: OfferRow[]; zone: string }) {
  const { say } = useWords();
  return (
    <OrderedList
      word="marketing.offer"
      label={say('marketing.promotion.offers')}
      Icon={IconDiscount2}
      list={list}
      show={(offer) => ({
        name: offer.name,
        picture: offer.products[0]?.picture,
        facts: <Facts offer={offer} zone={zone} />,
      })}
      form={(offer, close) => <OfferForm offer={offer} zone={zone} onClose={close} />}
      remove={({ id, revision }) => send('consoleOfferDelete', { id, revision })}
    />
  );
}

function Facts({ offer: { state, percent, startsAt, endsAt, products }, zone }: { offer: OfferRow; zone: string }) {
  const { say, wall, zone: nameOf } = useWords();
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
      <Badge tone={tones[state]}>
        {say(state === 'shown' ? 'marketing.offer.state.shown' : `marketing.banner.state.${state}`)}
      </Badge>
      <span>{say('marketing.offer.off', { percent })}</span>
      <span>
        {wall(startsAt)} – {wall(endsAt)} ({nameOf(zone)})
      </span>
      <span>{say('marketing.promotion.count', { count: products.length })}</span>
    </p>
  );
}
