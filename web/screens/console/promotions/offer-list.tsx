// The owner's limited offers, those that end last first, and whether they run now.
import { IconDiscount2 } from '@tabler/icons-react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, EmptyState, type Tone } from '../../../ui/pieces.tsx';
import { OrderedList } from './ordered-list.tsx';

export type OfferRow = OutputOf<'consoleOffers'>['list'][number];

const tones: Record<OfferRow['state'], Tone> = { shown: 'good', planned: 'brand', over: 'neutral', off: 'neutral' };

export function OfferList({ list, zone, onEdit }: { list: OfferRow[]; zone: string; onEdit(offer: OfferRow): void }) {
  const { say } = useWords();
  const find = (id: string) => list.find((item) => item.id === id) as OfferRow;
  if (!list.length)
    return (
      <EmptyState icon={<IconDiscount2 className="size-12" />} title={say('marketing.offer.none')}>
        <p className="max-w-md text-quiet">{say('marketing.offer.noneHint')}</p>
      </EmptyState>
    );
  return (
    <OrderedList
      label={say('marketing.promotion.offers')}
      removeText={say('marketing.offer.removeText')}
      rows={list.map((offer) => ({
        id: offer.id,
        name: offer.name,
        picture: offer.products[0]?.picture,
        facts: <Facts offer={offer} zone={zone} />,
      }))}
      remove={(id) => send('consoleOfferDelete', { id, revision: find(id).revision })}
      onEdit={(id) => onEdit(find(id))}
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
