// The refund policy on a product page (§2, decision 0300).
import { policyOf, type RefundPolicy, rulesInForce } from '../../../domain/cancellation.ts';
import { describeRefundRules } from '../../parts/booking/describe-refund-rules.ts';
import { useWords } from '../../parts/use-words.ts';
import type { Product } from './use-choice.ts';

type Terms = { policy: RefundPolicy; isOpen: boolean; name: string };
type Package = Product['packages'][number];

const hasNoDay = (item: Package) => item.openDays !== null;

/** The packages of the product's own policy together, those of a day apart from open tickets; any other package by itself. */
function listTerms(product: Product): Terms[] {
  const usual = product.packages.filter((item) => item.refundRules === null);
  const shared = [usual.filter((item) => !hasNoDay(item)), usual.filter(hasNoDay)].flatMap((items): Terms[] =>
    items.length
      ? [{ policy: product, isOpen: items.some(hasNoDay), name: items.map((item) => item.name).join(', ') }]
      : [],
  );
  const other = product.packages.filter((item) => item.refundRules !== null);
  return [
    ...shared,
    ...other.map((item) => ({
      ...{ policy: policyOf(product, item.refundRules), isOpen: hasNoDay(item), name: item.name },
    })),
  ];
}

/** The refund policy as plain text; packages with separate rules each under their name. */
export function ShowPolicy({ product }: { product: Product }) {
  const { say } = useWords();
  const terms = listTerms(product);
  return (
    <div className="grid max-w-prose gap-2">
      {terms.length ? (
        terms.map((one) => <Rules key={one.name} {...one} alone={terms.length === 1} />)
      ) : (
        <Rules policy={product} isOpen={false} name="" alone />
      )}
      <p>{say(product.instant ? 'catalog.policy.instant' : 'catalog.policy.manual')}</p>
    </div>
  );
}

function Rules({ policy, isOpen, name, alone }: Terms & { alone: boolean }) {
  const lines = describeRefundRules(useWords(), rulesInForce(policy), { isOpen });
  return (
    <>
      {!alone && <h3 className="font-semibold">{name}</h3>}
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
