// The owner's banners in their order, and whether visitors see them now.
import { IconPhoto } from '@tabler/icons-react';
import type { OutputOf } from '../../../../contract/index.ts';
import { textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, EmptyState, type Tone } from '../../../ui/pieces.tsx';
import { OrderedList } from './ordered-list.tsx';

export type BannerRow = OutputOf<'consoleBanners'>['list'][number];

const tones: Record<BannerRow['state'], Tone> = { shown: 'good', planned: 'brand', over: 'neutral', off: 'neutral' };

/** The input for saving a banner: all of it, under its revision. */
const contentOf = ({ picture: _picture, state: _state, scene, ...rest }: BannerRow) => ({
  ...rest,
  scene: scene as { kind: string; time: 'dawn' | 'day' | 'dusk' | 'night' } | null,
});

type BannerListProps = { list: BannerRow[]; zone: string; onEdit(banner: BannerRow): void };

export function BannerList({ list, zone, onEdit }: BannerListProps) {
  const { say, language } = useWords();
  const find = (id: string) => list.find((item) => item.id === id) as BannerRow;
  if (!list.length)
    return (
      <EmptyState icon={<IconPhoto className="size-12" />} title={say('marketing.banner.none')}>
        <p className="max-w-md text-quiet">{say('marketing.banner.noneHint')}</p>
      </EmptyState>
    );
  return (
    <OrderedList
      label={say('marketing.promotion.banners')}
      removeText={say('marketing.banner.removeText')}
      rows={list.map((banner) => ({
        id: banner.id,
        name: textIn(banner.titles, language),
        picture: banner.picture,
        facts: <Facts banner={banner} zone={zone} />,
      }))}
      move={(id, place) => send('consoleBannerSave', { ...contentOf(find(id)), place })}
      remove={(id) => send('consoleBannerDelete', { id, revision: find(id).revision })}
      onEdit={(id) => onEdit(find(id))}
    />
  );
}

function Facts({ banner, zone }: { banner: BannerRow; zone: string }) {
  const { say, wall, zone: nameOf } = useWords();
  const { startsAt, endsAt, state, link } = banner;
  const minute = (at: string | null) => (at ? wall(at) : '…');
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
      <Badge tone={tones[state]}>{say(`marketing.banner.state.${state}`)}</Badge>
      {(startsAt || endsAt) && (
        <span>
          {minute(startsAt)} – {minute(endsAt)} ({nameOf(zone)})
        </span>
      )}
      <span className="min-w-0 break-all">{link}</span>
    </p>
  );
}
