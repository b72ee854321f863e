// Platforms that sign their messages, or are polled for orders (decisions 0432, 0462, 0500, 0502), and the accounts there.
import type { OutputOf } from '../../../../contract/index.ts';
import { type SignedPlatform, signedPlatforms } from '../../../../domain/order-sources.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { useWords } from '../../../parts/use-words.ts';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { DoorText } from './door-text.tsx';

type Found = OutputOf<'consoleMarketplaces'>;
type Door = Found['doors'][number];

/** Below Meituan's address, as on the server. */
const meituanPaths = [
  ...['create/v2', 'pay', 'query', 'refund', 'refunded', 'close'].map((name) => `/order/${name}`),
  ...['/product/price/calendar', '/product/level/price/calendar/v2'],
];
/** What it gets of places and prices (decisions 0690, 0691). */
const placesTexts: { [Platform in SignedPlatform]?: string } = {
  ctrip: 'marketplace.places.ctripText',
  meituan: 'marketplace.places.meituanText',
};

/** `admin`: may connect and disconnect. */
export function SignedAccounts({
  found,
  door,
  admin,
  words,
}: {
  found: Found;
  door: Door;
  admin: boolean;
  words: DeskWords;
}) {
  const platform = door.platform as SignedPlatform;
  const sources = signedPlatforms[platform];
  const { say } = useWords();
  const title = say(platform === 'ctrip' ? 'marketplace.account.title' : `order.list.source.${sources[0]}`);
  return (
    <TitledCard className="grid content-start gap-2" title={title}>
      {door.address !== null && <DoorText name="address" text={door.address} platform={title} />}
      <p className="text-sm break-words">
        {say(platform === 'ctrip' ? 'marketplace.account.text' : `marketplace.account.${platform}Text`, {
          paths: meituanPaths.join(' '),
        })}
      </p>
      {placesTexts[platform] && <p className="text-sm">{say(placesTexts[platform])}</p>}
      <ConnectedAccounts found={found} sources={sources} admin={admin} isPulled={door.address === null} words={words} />
      <p className="text-sm text-quiet">{say('marketplace.onlySimulated')}</p>
    </TitledCard>
  );
}
