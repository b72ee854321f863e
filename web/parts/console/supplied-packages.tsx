// What the screens of suppliers' booking systems share: the head of their list, and a package of ours that is bought there.
import { Link } from 'react-router';
import { consolePaths } from '../../../domain/console-paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

/** With the ways to the supplier's messages and bookings. */
export function SuppliedHead({ title, supplier }: { title: string; supplier: string }) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-lg font-bold">{title}</h2>
      <span className="flex flex-wrap gap-3">
        <LinkButton variant="outline" to={consolePaths.channelMessages({ supplier })}>
          {say('reselling.calls')}
        </LinkButton>
        <LinkButton variant="outline" to={consolePaths.supplies()}>
          {say('reselling.bookings')}
        </LinkButton>
      </span>
    </div>
  );
}

type Supplied = { productId: string; productName: string; packageName: string; state: string };

export function SuppliedPackage({ productId, productName, packageName, state }: Supplied) {
  const { say } = useWords();
  return (
    <>
      <Link
        to={consolePaths.product(productId)}
        className="inline-flex min-h-11 min-w-0 items-center break-words text-brand underline"
      >
        {productName} · {packageName}
      </Link>
      <Badge tone={state === 'published' ? 'good' : 'neutral'}>{say(`editing.state.${state}`)}</Badge>
    </>
  );
}
