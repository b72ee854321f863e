// The home page's content (§2 home): promotion groups and banners, each list in its order; and how announcements scroll (§7).

import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Route } from './+types/edit-home';
import { BannerForm } from './banner-form.tsx';
import { BannerList, type BannerRow } from './banner-list.tsx';
import { OfferForm } from './offer-form.tsx';
import { OfferList, type OfferRow } from './offer-list.tsx';
import { PromotionForm } from './promotion-form.tsx';
import { type GroupRow, PromotionList } from './promotion-list.tsx';
import { RollType } from './roll-type.tsx';

const tabs = ['groups', 'offers', 'banners'] as const;

export async function loader({ request }: Route.LoaderArgs) {
  const tab = new URL(request.url).searchParams.get('tab');
  if (tab === 'offers') return { tab: 'offers' as const, ...(await load('consoleOffers', {})) };
  if (tab !== 'banners') return { tab: 'groups' as const, groups: (await load('consolePromotions', {})).list };
  const [banners, roll] = await Promise.all([load('consoleBanners', {}), load('rollType', {})]);
  return { tab: 'banners' as const, banners: banners.list, zone: banners.zone, rollType: roll.rollType };
}

export default function EditHome({ loaderData }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <>
      <PageHeading text={say('marketing.promotion.title')} />
      <nav aria-label={say('marketing.promotion.title')} className="my-4 flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={consolePaths.promotions(tab === 'groups' ? {} : { tab })}
            aria-current={tab === loaderData.tab ? 'page' : undefined}
            className={
              '-mb-px grid min-h-11 place-items-center border-b-2 border-transparent px-4 font-medium ' +
              'text-quiet hover:text-brand aria-[current=page]:border-brand aria-[current=page]:text-brand'
            }
          >
            {say(`marketing.promotion.${tab}`)}
          </Link>
        ))}
      </nav>
      {loaderData.tab === 'groups' && <Groups list={loaderData.groups} />}
      {loaderData.tab === 'offers' && <Offers list={loaderData.list} zone={loaderData.zone} />}
      {loaderData.tab === 'banners' && (
        <Banners list={loaderData.banners} zone={loaderData.zone} rollType={loaderData.rollType} />
      )}
    </>
  );
}

function NewButton({ word, onClick }: { word: string; onClick(): void }) {
  const { say } = useWords();
  return (
    <Button className="mb-4" onClick={onClick}>
      <IconPlus aria-hidden="true" className="size-5" />
      {say(word)}
    </Button>
  );
}

function Groups({ list }: { list: GroupRow[] }) {
  const { say } = useWords();
  const [editing, setEditing] = useState<GroupRow | 'new'>();
  const group = editing === 'new' ? undefined : editing;
  const close = () => setEditing(undefined);
  return (
    <>
      <NewButton word="marketing.promotion.new" onClick={() => setEditing('new')} />
      <PromotionList list={list} onEdit={setEditing} />
      <Dialog
        open={editing !== undefined}
        onClose={close}
        title={group ? say('staff.editTitle', { name: group.titles.en ?? '' }) : say('marketing.promotion.new')}
      >
        <PromotionForm key={group?.id} group={group} onClose={close} />
      </Dialog>
    </>
  );
}

function Offers({ list, zone }: { list: OfferRow[]; zone: string }) {
  const { say } = useWords();
  const [editing, setEditing] = useState<OfferRow | 'new'>();
  const offer = editing === 'new' ? undefined : editing;
  const close = () => setEditing(undefined);
  return (
    <>
      <NewButton word="marketing.offer.new" onClick={() => setEditing('new')} />
      <OfferList list={list} zone={zone} onEdit={setEditing} />
      <Dialog
        open={editing !== undefined}
        onClose={close}
        title={offer ? say('staff.editTitle', { name: offer.name }) : say('marketing.offer.new')}
      >
        <OfferForm key={offer?.id} offer={offer} zone={zone} onClose={close} />
      </Dialog>
    </>
  );
}

type BannersProps = { list: BannerRow[]; zone: string; rollType: number };

function Banners({ list, zone, rollType }: BannersProps) {
  const { say } = useWords();
  const [editing, setEditing] = useState<BannerRow | 'new'>();
  const banner = editing === 'new' ? undefined : editing;
  const close = () => setEditing(undefined);
  return (
    <>
      <NewButton word="marketing.banner.new" onClick={() => setEditing('new')} />
      <BannerList list={list} zone={zone} onEdit={setEditing} />
      <RollType key={rollType} rollType={rollType} />
      <Dialog
        open={editing !== undefined}
        onClose={close}
        title={banner ? say('staff.editTitle', { name: banner.titles.en ?? '' }) : say('marketing.banner.new')}
      >
        <BannerForm key={banner?.id} banner={banner} zone={zone} onClose={close} />
      </Dialog>
    </>
  );
}
