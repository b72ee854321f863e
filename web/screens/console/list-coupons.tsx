// Promo codes of the owner (§3, rules §5, role finance): found by their letters and by how they stand; what they cost so far.

import { IconPlus } from '@tabler/icons-react';
import { Form } from 'react-router';
import { consolePaths } from '../../../domain/console-paths.ts';
import { load } from '../../load.ts';
import { readPage } from '../../parts/balance/read-filters.ts';
import { CouponList } from '../../parts/console/money/coupon-list.tsx';
import { addressWith, couponStates, pick } from '../../parts/console/money/read-address.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SelectInput, TextInput } from '../../ui/field.tsx';
import { EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-coupons';

const path = consolePaths.coupons();

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const state = pick(couponStates, params.get('state'));
  const query = (params.get('query') ?? '').trim().slice(0, 40);
  return {
    ...{ state, query },
    found: await load('consoleCoupons', { query, ...(state ? { state } : {}), page: readPage(params) }),
  };
}

export default function ListCoupons({ loaderData: { state, query, found } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('promo.title')} />
        <LinkButton to={consolePaths.newCoupon()}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('promo.new')}
        </LinkButton>
      </div>
      <Form key={`${state} ${query}`} action={path} className="flex flex-wrap gap-2">
        <TextInput
          name="query"
          type="search"
          defaultValue={query}
          maxLength={40}
          placeholder={say('promo.code')}
          aria-label={say('promo.code')}
          className="!w-auto min-w-0 grow sm:max-w-sm"
        />
        <SelectInput
          name="state"
          defaultValue={state ?? ''}
          aria-label={say('console.status')}
          className="!w-auto max-w-full"
        >
          <option value="">{say('search.any')}</option>
          {couponStates.map((one) => (
            <option key={one} value={one}>
              {say(`promo.state.${one}`)}
            </option>
          ))}
        </SelectInput>
        <Button type="submit" variant="outline">
          {say('search.go')}
        </Button>
      </Form>
      {found.list.length === 0 ? <EmptyState title={say('promo.none')} /> : <CouponList list={found.list} />}
      <Pager page={found.page} pages={found.pages} hrefOf={(page) => addressWith(path, { query, state, page })} />
    </div>
  );
}
