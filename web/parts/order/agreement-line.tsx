// The version of the booking agreement under which an order was placed (§5 agreement), with a link to that text.
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../use-words.ts';

export function AgreementLine({ agreement }: Pick<OutputOf<'orderDetail'>, 'agreement'>) {
  const { colon, say } = useWords();
  if (!agreement) return null;
  return (
    <p className="mt-1 text-sm">
      <span className="text-quiet">{colon(say('order.agreementAccepted'))}</span>
      <a
        href={paths.agreement(agreement.token)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-9 touch:min-h-11 items-center font-semibold text-brand underline"
      >
        {say('site.agreement.kind.booking')} · {say('site.agreement.version', { version: agreement.version })}
      </a>
    </p>
  );
}
