// What to know before going (§2 wechat/showBookDeclare): each product's text, and links to the agreements.
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { LongText } from '../../parts/page/long-text.tsx';
import { useWords } from '../../parts/use-words.ts';
import type { Stop } from '../../parts/wechat/load-travel.ts';
import { TravelFrame } from '../../parts/wechat/travel-frame.tsx';
import { Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-declaration';

export { loadTravel as loader } from '../../parts/wechat/load-travel.ts';
export { secretHeaders as headers } from '../../secret-headers.ts';

const sections = [
  ['notice', 'catalog.product.notice'],
  ['instructions', 'order.howToUse'],
  ['included', 'catalog.product.included'],
  ['notIncluded', 'catalog.product.no'],
  ['howToGetThere', 'order.howToGetThere'],
] as const;
/** Products store them as lists, one item per line. */
const lists: readonly string[] = ['notice', 'included', 'notIncluded'];

export default function ReadDeclaration({ loaderData: { travel, opener } }: Route.ComponentProps) {
  const { say } = useWords();
  // Several lines of one product have the same text.
  const products = travel.stops.filter(
    (stop, at, all) => all.findIndex((item) => item.productId === stop.productId) === at,
  );
  const telling = products.filter((stop) => sections.some(([name]) => stop.declaration[name]));
  return (
    <TravelFrame travel={travel} opener={opener} title={say('wechat.travel.before')}>
      {telling.length === 0 && (
        <EmptyState
          icon={<IconInfoCircle aria-hidden="true" className="size-10" />}
          title={say('wechat.travel.nothingToKnow')}
        />
      )}
      {telling.map((stop) => (
        <Card key={stop.productId}>
          <Declaration stop={stop} />
        </Card>
      ))}
      <Link
        to={paths.mobileAgreements()}
        className="min-h-11 content-center justify-self-start font-semibold text-brand underline"
      >
        {say('wechat.travel.agreement')}
      </Link>
    </TravelFrame>
  );
}

function Declaration({ stop: { productName, declaration } }: { stop: Stop }) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-bold break-words">{productName}</h2>
      {sections.map(
        ([name, label]) =>
          declaration[name] && (
            <section key={name} className="grid gap-1.5">
              <h3 className="font-semibold">{say(label)}</h3>
              {lists.includes(name) ? (
                <ul className="grid list-disc gap-1 pl-6 break-words">
                  {declaration[name].split('\n').map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              ) : (
                <LongText text={declaration[name]} under={3} />
              )}
            </section>
          ),
      )}
    </div>
  );
}
