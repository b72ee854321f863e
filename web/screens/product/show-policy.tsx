// The refund policy on a product page (§2, decision 0300).
import { policyOf, rulesInForce } from '../../../domain/cancellation.ts';
import { describeRefundRules } from '../../parts/booking/describe-refund-rules.ts';
import { useWords } from '../../parts/use-words.ts';
import type { Product } from './use-choice.ts';

/** The refund policy as plain text; packages with separate rules each under their name, and open tickets apart from the others. */
export function ShowPolicy({ product }: { product: Product }) {
  const { say } = useWords();
  const groups = new Map<string, Product['packages']>();
  for (const item of product.packages) {
    const key = `${item.refundRules && item.id} ${item.openDays === null}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return (
    <div className="grid max-w-prose gap-2">
      {[...groups].map(([key, items]) => (
        <Rules key={key} product={product} items={items} alone={groups.size < 2} />
      ))}
      <p>{say(product.instant ? 'catalog.policy.instant' : 'catalog.policy.manual')}</p>
    </div>
  );
}

type RulesProps = { product: Product; items: Product['packages']; alone: boolean };

function Rules({ product, items, alone }: RulesProps) {
  const words = useWords();
  const { refundRules = null, openDays = null } = items[0] ?? {};
  const policy = policyOf(product, refundRules);
  const lines = describeRefundRules(words, rulesInForce(policy), { isOpen: openDays !== null });
  return (
    <>
      {!alone && <h3 className="font-semibold">{words.join(items.map((item) => item.name))}</h3>}
      {lines.length > 1 ? (
        <ul className="grid list-disc gap-1 pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p>{lines[0]}</p>
      )}
    </>
  );
}
