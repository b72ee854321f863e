// One promo code in the back office (§3, rules §5): the totals of its uses; changed under the revision that was loaded, or switched off.

import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { load } from '../../../load.ts';
import type { CouponView } from '../../../parts/console/money/coupon-draft.ts';
import { describeDiscount } from '../../../parts/console/money/coupon-draft.ts';
import { CouponBadge, CouponFigures } from '../../../parts/console/money/coupon-figures.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-coupon';
import { CouponForm } from './coupon-form.tsx';

export async function loader({ params, request }: Route.LoaderArgs) {
  const code = params.code === 'new' ? '' : params.code;
  const saved = new URL(request.url).searchParams.has('saved');
  const [file, { list: cities }] = await Promise.all([load('consoleCoupon', { code }), load('searchRegion', {})]);
  return { file, cities, saved };
}

export default function EditCoupon({ loaderData: { file, cities, saved } }: Route.ComponentProps) {
  const { say } = useWords();
  const { coupon } = file;
  return (
    <div className="grid gap-4">
      <header>
        <BackTo to={consolePaths.coupons()} text={say('marketing.coupon.title')} />
        <div className="flex flex-wrap items-center gap-3">
          <PageHeading
            className="min-w-0 text-2xl font-bold break-all"
            text={coupon?.code ?? say('marketing.coupon.new')}
          />
          {coupon && <CouponBadge state={coupon.state} />}
        </div>
      </header>
      {coupon && <Uses coupon={coupon} />}
      <CouponForm cities={cities} key={coupon?.code ?? ''} file={file} saved={saved} />
    </div>
  );
}

function Uses({ coupon }: { coupon: CouponView }) {
  const words = useWords();
  const { say } = words;
  const { code, revision, state } = coupon;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold break-words">{describeDiscount(coupon, words)}</p>
        <CouponFigures coupon={coupon} />
      </div>
      {state !== 'over' && (
        <ActionButton
          title={say('marketing.coupon.offTitle', { code })}
          act={say('marketing.coupon.off')}
          danger
          work={() => send('consoleCouponOff', { code, revision })}
        >
          <p>{say('marketing.coupon.offText')}</p>
        </ActionButton>
      )}
    </Card>
  );
}
