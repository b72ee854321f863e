// One trip at a glance on the phone (§2 wechat/ordeInfo): what, when, where, how many, the state, what to do next, whom to call.

import {
  IconCar,
  IconFileText,
  IconInfoCircle,
  IconMap2,
  IconPhone,
  IconPlaneArrival,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { OrderStatus } from '../../../domain/order-status.ts';
import { paths, type TravelScreen } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { StatusBadge } from '../../parts/order/order-pieces.tsx';
import { useWords } from '../../parts/use-words.ts';
import { PassLink } from '../../parts/voucher/pass-link.tsx';
import {
  isTripOff,
  type LoadedTravel,
  loadTravel,
  pointsOf,
  type Travel,
  travelPath,
} from '../../parts/wechat/load-travel.ts';
import { BackLink, StopFacts, TravelHead, TripLink } from '../../parts/wechat/travel-frame.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-travel';

export { secretHeaders as headers } from '../../secret-headers.ts';

/** Users who signed in with a code only may have no user centre (§2). */
export async function loader({ request }: Route.LoaderArgs) {
  const loaded = await loadTravel({ request });
  if (!loaded.travel.own) return { ...loaded, centre: false };
  const [user, setting] = await Promise.all([load('getUserInfo', {}), load('globalSetting', {})]);
  return { ...loaded, centre: user.verAuthFlag || !(user.verLoginFlag && setting.omitVerCodeType === 1) };
}

export default function ShowTravel({ loaderData }: Route.ComponentProps) {
  const { travel } = loaderData;
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <BackLink
        to={travel.own ? paths.mobileOrders() : paths.findOrder()}
        label={say(travel.own ? 'wechat.travel.own' : 'wechat.travel.find')}
      />
      <TravelHead title={say('wechat.travel.title')} orderNo={travel.orderNo} />
      <State {...loadedOf(loaderData)} />
      <ul className="grid gap-3">
        {travel.stops.map((stop) => (
          <li key={stop.subOrderNo}>
            <Card>
              <StopFacts stop={stop}>
                {travel.stops.length > 1 && (
                  <p>
                    <StatusBadge status={stop.status} />
                  </p>
                )}
                {stop.redemption && ahead.includes(stop.status) && (
                  <p className="text-sm">{say(`catalog.redemption.${stop.redemption}`)}</p>
                )}
              </StopFacts>
            </Card>
          </li>
        ))}
      </ul>
      {travel.own && travel.status === OrderStatus.confirmed && <PassLink orderNo={travel.orderNo} />}
      <Voucher travel={travel} centre={loaderData.centre} />
      <WaysOn {...loadedOf(loaderData)} />
      <CallShop name={travel.ownerName} phone={travel.ownerPhone} />
    </div>
  );
}

const loadedOf = ({ travel, opener }: LoadedTravel): LoadedTravel => ({ travel, opener });

/** Paid, and still to come. */
const ahead: readonly number[] = [OrderStatus.pending, OrderStatus.confirmed, OrderStatus.cancelling];

const sentences: Record<number, string> = {
  [OrderStatus.pending]: 'order.waits',
  [OrderStatus.cancelledAfterApproval]: 'wechat.travel.state.2001',
};

/** The state, and the next action. */
function State({ travel, opener }: LoadedTravel) {
  const { say } = useWords();
  const next = nextOf({ travel, opener });
  return (
    <Card className="grid justify-items-start gap-2">
      <StatusBadge status={travel.status} />
      <p className="text-lg font-semibold">{say(sentences[travel.status] ?? `wechat.travel.state.${travel.status}`)}</p>
      {next && (
        <>
          <h2 className="mt-2 text-sm text-quiet">{say('wechat.travel.next')}</h2>
          <LinkButton to={next.to} className="w-full">
            {say(next.label)}
          </LinkButton>
        </>
      )}
    </Card>
  );
}

function nextOf({ travel, opener }: LoadedTravel): { to: string; label: string } | undefined {
  if (isTripOff(travel)) return travel.own ? { to: paths.search(), label: 'account.centre.findSomething' } : undefined;
  if (travel.status === OrderStatus.unpaid && travel.own)
    return { to: paths.payment('pay', travel.orderNo), label: 'order.pay' };
  if (travel.completion === 'open') return { to: travelPath('passenger', opener), label: 'completion.title' };
  if (travel.status !== OrderStatus.confirmed) return undefined;
  if (travel.stops.some((stop) => stop.drivers.length))
    return { to: travelPath('driverinfo', opener), label: 'wechat.travel.drivers' };
  return { to: travelPath('showBookDeclare', opener), label: 'wechat.travel.before' };
}

/** A reader of the order in the user centre finds the voucher there; it was mailed to the contact. */
function Voucher({ travel, centre }: { travel: Travel; centre: boolean }) {
  const { say } = useWords();
  if (centre)
    return (
      <LinkButton variant="outline" to={paths.order(travel.orderNo)} className="gap-2">
        <IconTicket aria-hidden="true" className="size-5" />
        {say(
          travel.status === OrderStatus.confirmed || travel.status === OrderStatus.completed
            ? 'wechat.travel.toVoucher'
            : 'wechat.travel.toOrder',
        )}
      </LinkButton>
    );
  if (travel.status !== OrderStatus.confirmed) return null;
  return (
    <p className="flex gap-2 text-sm text-quiet">
      <IconTicket aria-hidden="true" className="size-5 shrink-0" />
      {say('wechat.travel.voucherKey')}
    </p>
  );
}

function WaysOn({ travel, opener }: LoadedTravel) {
  const { join, say } = useWords();
  const off = isTripOff(travel);
  const driven = travel.stops.some((stop) => stop.driven);
  const driverNames = travel.stops.flatMap((stop) => stop.drivers.map((driver) => driver.name));
  const to = (screen: TravelScreen) => travelPath(screen, opener);
  const missing = travel.travellers.some((item) => item.missing.length);
  return (
    <nav aria-label={say('wechat.travel.about')}>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {!off && (driven || Object.keys(travel.fields).length > 0) && (
          <TripLink to={to('transferInfo')} icon={<IconPlaneArrival />} label={say('wechat.travel.transfer')} />
        )}
        {!off && driven && (
          <TripLink
            to={to('driverinfo')}
            icon={<IconCar />}
            label={say('wechat.travel.drivers')}
            note={join(driverNames) || say('wechat.travel.driverNotYet')}
          />
        )}
        {!off && travel.travellers.length > 0 && (
          <TripLink
            to={to('passenger')}
            icon={<IconUsers />}
            label={say('order.booking.travellers')}
            note={say(`completion.state.${missing ? 'open' : 'done'}`)}
          />
        )}
        <TripLink to={to('showBookDeclare')} icon={<IconInfoCircle />} label={say('wechat.travel.before')} />
        {pointsOf(travel).length > 0 && (
          <TripLink to={to('gmap')} icon={<IconMap2 />} label={say('places.map.title')} />
        )}
        <TripLink to={paths.mobileAgreements()} icon={<IconFileText />} label={say('wechat.travel.agreement')} />
      </ul>
    </nav>
  );
}

function CallShop({ name, phone }: { name: string; phone: string }) {
  const { say } = useWords();
  if (!phone) return null;
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      className={
        'flex min-h-12 items-center justify-center gap-2 rounded-lg border border-line bg-surface px-4 ' +
        'text-center font-semibold break-words hover:border-brand hover:text-brand'
      }
    >
      <IconPhone aria-hidden="true" className="size-5 shrink-0" />
      {say('wechat.travel.call', { name })}
    </a>
  );
}
