// The owner's agreements (§2 agreement): the newest of a kind, or one version by its token.
import { load } from '../../load.ts';
import { AgreementText, agreementKinds } from '../../parts/page/show-agreement.tsx';
import type { Route } from './+types/read-agreement';
import { AcceptContract } from './accept-contract.tsx';

export function loader({ params }: Route.LoaderArgs) {
  const kind = agreementKinds.find((item) => item === params.token);
  return load('agreement', kind ? { kind } : { token: params.token });
}

export default function ReadAgreement({ loaderData: agreement }: Route.ComponentProps) {
  return (
    <article className="mx-auto max-w-3xl py-8">
      <AgreementText agreement={agreement} />
      {agreement.contract && <AcceptContract token={agreement.token} contract={agreement.contract} />}
    </article>
  );
}
