// From an order that is over to its product, with the same package, tickets, rooms and extras, and the same days if they are still to come.

import type { OutputOf } from '../../../../contract/index.ts';
import { chooseAgain } from '../../../../domain/booking/choose-again.ts';
import { isEnded, OrderStatus } from '../../../../domain/order-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';

type Order = OutputOf<'orderDetail'>;
type Line = Order['lines'][number];

function choiceOf(lines: Line[], { packageId }: Line) {
  const ofPackage = lines.filter((line) => line.packageId === packageId);
  return chooseAgain(
    packageId,
    ofPackage,
    ofPackage.flatMap(({ addOns }) => addOns),
  );
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
