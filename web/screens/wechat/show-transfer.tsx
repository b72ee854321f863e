// Pick-up, drop-off and flight (§2 wechat/transferInfo): the given values in the fixed order of fields, the car, and
// whether the address is still checked.
import { IconMap2, IconPlaneOff } from '@tabler/icons-react';
import { useWords } from '../../parts/use-words.ts';
import { pointsOf, travelPath } from '../../parts/wechat/load-travel.ts';
import { DayFields, StopFacts, TravelFrame } from '../../parts/wechat/travel-frame.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, EmptyState, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-transfer';

export { loadTravel as loader } from '../../parts/wechat/load-travel.ts';
export { secretHeaders as headers } from '../../secret-headers.ts';

const tones = { waiting: 'info', fine: 'good', refused: 'warn' } as const;

export default function ShowTransfer({ loaderData: { travel, opener } }: Route.ComponentProps) {
  const { say } = useWords();
  const driven = travel.stops.filter((stop) => stop.driven);
  const check = (['waiting', 'fine', 'refused'] as const).find((item) => item === travel.secondCheck);
  const placed = pointsOf(travel).find((item) => item.own);
  return (
    <TravelFrame travel={travel} opener={opener} title={say('wechat.travel.transfer')}>
      {check && <Notice tone={tones[check]} title={say(`wechat.travel.check.${check}`)} />}
      {(driven.length ? driven : travel.stops).map((stop) => (
        <Card key={stop.subOrderNo}>
          <StopFacts stop={stop} />
        </Card>
      ))}
      {Object.keys(travel.fields).length > 0 ? (
        <Card>
          <DayFields fields={travel.fields} />
        </Card>
      ) : (
        <EmptyState
          icon={<IconPlaneOff aria-hidden="true" className="size-10" />}
          title={say('wechat.travel.noTransfer')}
        />
      )}
      {placed && (
        <LinkButton variant="outline" to={travelPath('gmap', opener, { at: placed.id })}>
          <IconMap2 aria-hidden="true" className="size-5" />
          {say('places.map.title')}
        </LinkButton>
      )}
    </TravelFrame>
  );
}
