// The home page's content (§2 home): promotion groups and banners, each list in its order; and how announcements scroll (§7).
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Route } from './+types/edit-home';
import { BannerList } from './banner-list.tsx';
import { OfferList } from './offer-list.tsx';
import { PromotionList } from './promotion-list.tsx';
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
      {loaderData.tab === 'groups' && <PromotionList list={loaderData.groups} />}
      {loaderData.tab === 'offers' && <OfferList list={loaderData.list} zone={loaderData.zone} />}
      {loaderData.tab === 'banners' && (
        <>
          <BannerList list={loaderData.banners} zone={loaderData.zone} />
          <RollType key={loaderData.rollType} rollType={loaderData.rollType} />
        </>
      )}
    </>
  );
}
