// Promo codes of the owner (§3, rules §5, role finance): found by their letters and state; their cost so far;
// several switched off at once.

import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../domain/console-paths.ts';
import { send } from '../../call.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { NewButton } from '../../console-kit/new-button.tsx';
import { type BulkRequest, RunMany, runEach } from '../../console-kit/run-many.tsx';
import { useSelection } from '../../console-kit/select-rows.tsx';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import {
  type CouponView,
  couponCells,
  describeDiscount,
  describeLimits,
} from '../../parts/console/money/coupon-draft.ts';
import { CouponBadge } from '../../parts/console/money/coupon-figures.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-coupons';

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleCoupons', request) };
}

export default function ListCoupons({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const rows = list.found.list;
  const rowKey = ({ code }: CouponView) => code;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: ({ state }) => state !== 'over',
    label: ({ code }) => say('desk.select', { orderNo: code }),
  });
  const [wish, setWish] = useState<BulkRequest>();
  const revisionOf = (code: string) => rows.find((row) => row.code === code)?.revision ?? '';
  const askToSwitchOff = () =>
    setWish({
      keys: selection.selected,
      title: say('marketing.coupon.offMany', { count: selection.selected.length }),
      text: say('marketing.coupon.offText'),
      act: say('marketing.coupon.off'),
      danger: true,
      work: (codes) => runEach(codes, (code) => send('consoleCouponOff', { code, revision: revisionOf(code) })),
      doneText: (count) => say('marketing.coupon.offDone', { count }),
      failedText: (count) => say('marketing.coupon.offNot', { count }),
    });
  return (
    <ListPage
      title={say('marketing.coupon.title')}
      fileName="promo-codes"
      {...{ list, rowKey, selection }}
      bulk={
        <Button variant="danger" onClick={askToSwitchOff}>
          {say('marketing.coupon.off')}
        </Button>
      }
      actions={<NewButton to={consolePaths.newCoupon()} text={say('marketing.coupon.new')} />}
      filters={{
        query: { label: say('marketing.coupon.code') },
        state: { label: say('console.status'), word: 'marketing.coupon.state' },
      }}
      empty={<EmptyState title={say('marketing.coupon.none')} />}
      columns={listColumns(words)}
    >
      <RunMany
        wish={wish}
        onClose={() => setWish(undefined)}
        onDone={(codes) => selection.select(codes, false)}
        nameRow={(code) => (
          <Link to={consolePaths.coupon(code)} className="font-semibold underline">
            {code}
          </Link>
        )}
      />
    </ListPage>
  );
}

function listColumns(words: DeskWords): Column<CouponView>[] {
  const { say, money, day } = words;
  const whenOf = (at: string | null) => at && `${day(at.slice(0, 10))} ${at.slice(11)}`;
  return [
    {
      ...{ key: 'code', label: say('marketing.coupon.code'), look: 'title', sort: true },
      file: (coupon) => couponCells(coupon, words),
      show: (coupon) => (
        <>
          <RowLink code to={consolePaths.coupon(coupon.code)}>
            {coupon.code}
          </RowLink>
          <span className="block break-words">{describeDiscount(coupon, words)}</span>
          <span className="block text-xs text-quiet empty:hidden">{describeLimits(coupon, words)}</span>
        </>
      ),
    },
    {
      ...{ key: 'state', label: say('console.status'), look: 'plain', sort: true },
      file: ({ state }) => ({ [say('console.status')]: say(`marketing.coupon.state.${state}`) }),
      show: (coupon) => <CouponBadge state={coupon.state} />,
    },
    { key: 'startsAt', label: say('marketing.coupon.starts'), sort: true, show: (coupon) => whenOf(coupon.startsAt) },
    { key: 'endsAt', label: say('marketing.coupon.ends'), sort: true, show: (coupon) => whenOf(coupon.endsAt) },
    {
      ...{ key: 'used', label: say('marketing.coupon.used'), look: 'figure', sort: true },
      show: ({ used, useLimit }) => (useLimit ? `${used} / ${useLimit}` : used),
    },
    { key: 'held', label: say('marketing.coupon.held'), look: 'figure', sort: true, show: (coupon) => coupon.held },
    {
      ...{ key: 'given', label: say('marketing.coupon.discountTotal'), look: 'figure', sort: true },
      show: (coupon) => money(coupon.given),
    },
  ];
}
