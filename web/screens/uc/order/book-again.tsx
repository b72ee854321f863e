// From an order that is over to its product, with the same package, tickets, rooms and extras, and the same days if they are still to come.

import type { OutputOf } from '../../../../contract/index.ts';
import { isEnded, OrderStatus } from '../../../../domain/order-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';

type Order = OutputOf<'orderDetail'>;
type Line = Order['lines'][number];

/** As the page of a product reads it (screens/product/choice-in-address.ts). */
function choiceOf(lines: Line[], { packageId, playOn, untilOn, session, validUntil }: Line) {
  const ofPackage = lines.filter((line) => line.packageId === packageId);
  const counts = new Map<string, number>();
  const guests = new Map<string, string[]>();
  for (const { skuId, quantity, guests: each } of ofPackage) {
    counts.set(skuId, (counts.get(skuId) ?? 0) + quantity);
    const rooms = each ? Array.from({ length: quantity }, () => `${each.adults}+${each.children}`) : [];
    guests.set(skuId, [...(guests.get(skuId) ?? []), ...rooms]);
  }
  const write = (list: Map<string, unknown>) => [...list].map(([skuId, value]) => `${skuId}:${value}`).join(',');
  const rooms = new Map([...guests].filter(([, each]) => each.length).map(([skuId, each]) => [skuId, each.join('/')]));
  const days = validUntil ? {} : { on: playOn, until: untilOn ?? undefined, session: session || undefined };
  const extras = ofPackage.flatMap(({ addOns }) => addOns.map(({ id, quantity }) => `${id}:${quantity}`)).join(',');
  return {
    ...{ package: packageId, ...days, units: write(counts) },
    ...{ guests: write(rooms) || undefined, extras: extras || undefined },
  };
}

export function BookAgain({ order: { elsewhere, lines, status } }: { order: Order }) {
  const { say } = useWords();
  const [first] = lines;
  if (elsewhere || !first || !(isEnded(status) || status === OrderStatus.completed)) return null;
  return (
    <LinkButton variant="outline" to={paths.productAgain(first.productId, choiceOf(lines, first))}>
      {say('order.bookAgain')}
    </LinkButton>
  );
}
