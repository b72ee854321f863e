// The owner's agreements in the mobile group (§2 wechat/agreement): the newest of each kind, with links to the others.
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { AgreementText, agreementKinds } from '../../parts/page/show-agreement.tsx';
import { useWords } from '../../parts/use-words.ts';
import type { Route } from './+types/read-mobile-agreement';

/** Booking first: that is what users do here. */
const shown = ['booking', 'registration', 'privacy'] as const satisfies readonly (typeof agreementKinds)[number][];

export async function loader({ request }: Route.LoaderArgs) {
  const wantedKind = new URL(request.url).searchParams.get('kind');
  const kind = agreementKinds.find((item) => item === wantedKind) ?? shown[0];
  return { kind, agreement: await load('agreement', { kind }) };
}

export default function ReadMobileAgreement({ loaderData: { kind, agreement } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <>
      <nav aria-label={say('site.agreement.title')} className="mb-4 flex flex-wrap gap-2">
        {shown.map((item) => (
          <Link
            key={item}
            to={paths.mobileAgreements({ kind: item })}
            aria-current={item === kind ? 'page' : undefined}
            className={
              'inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm ' +
              'font-medium hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
              'aria-[current=page]:text-brand'
            }
          >
            {say(`site.agreement.kind.${item}`)}
          </Link>
        ))}
      </nav>
      <article>
        <AgreementText agreement={agreement} />
      </article>
    </>
  );
}
