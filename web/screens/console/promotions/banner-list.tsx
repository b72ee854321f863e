// The owner's banners in their order, and whether visitors see them now.
import { IconPhoto } from '@tabler/icons-react';
import { textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { BannerForm } from './banner-form.tsx';
import { OrderedList } from './ordered-list.tsx';
import type { BannerRow } from './promotion-rows.ts';

const tones: Record<BannerRow['state'], Tone> = { shown: 'good', planned: 'brand', over: 'neutral', off: 'neutral' };

/** The input for saving a banner: all of it, under its revision. */
const contentOf = ({ picture: _picture, state: _state, scene, ...rest }: BannerRow) => ({
  ...rest,
  scene: scene as { kind: string; time: 'dawn' | 'day' | 'dusk' | 'night' } | null,
});

export function BannerList({ list, zone }: { list: BannerRow[]; zone: string }) {
  const { say, language } = useWords();
  return (
    <OrderedList
      word="marketing.banner"
      label={say('marketing.promotion.banners')}
      Icon={IconPhoto}
      list={list}
      show={(banner) => ({
        name: textIn(banner.titles, language),
        picture: banner.picture,
        facts: <Facts banner={banner} zone={zone} />,
      })}
      form={(banner, close) => <BannerForm banner={banner} zone={zone} onClose={close} />}
      move={(banner, place) => send('consoleBannerSave', { ...contentOf(banner), place })}
      remove={({ id, revision }) => send('consoleBannerDelete', { id, revision })}
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
