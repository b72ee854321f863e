// The refund policy on a product page (§2, decision 0300).
import { policyOf, type RefundPolicy, rulesInForce } from '../../../domain/cancellation.ts';
import { describeRefundRules } from '../../parts/booking/describe-refund-rules.ts';
import { useWords } from '../../parts/use-words.ts';
import type { Product } from './use-choice.ts';

/** The refund policy as plain text; packages with separate rules each under their name. */
export function ShowPolicy({ product }: { product: Product }) {
  const { say } = useWords();
  const usual = product.packages.filter((item) => item.refundRules === null);
  const other = product.packages.filter((item) => item.refundRules !== null);
  return (
    <div className="grid max-w-prose gap-2">
      {(usual.length > 0 || !other.length) && (
        <Rules policy={product} name={usual.map((item) => item.name).join(', ')} alone={!other.length} />
      )}
      {other.map((item) => (
        <Rules
          key={item.id}
          policy={policyOf(product, item.refundRules)}
          name={item.name}
          alone={product.packages.length === 1}
        />
      ))}
      <p>{say(product.instant ? 'catalog.policy.instant' : 'catalog.policy.manual')}</p>
    </div>
  );
}

function Rules({ policy, name, alone }: { policy: RefundPolicy; name: string; alone: boolean }) {
  const lines = describeRefundRules(useWords(), rulesInForce(policy));
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
