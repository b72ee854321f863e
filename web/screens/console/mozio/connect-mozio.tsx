// Transfers that Mozio carries out (decision 0685): the owner's account there, and which packages it carries out.
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { load } from '../../../load.ts';
import { SuppliedHead, SuppliedPackage } from '../../../parts/console/supplied-packages.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/connect-mozio';
import { AccountForm } from './account-form.tsx';
import type { MozioPackage, MozioView } from './mozio-view.ts';
import { TieDialog } from './tie-dialog.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  return { id: params.id, found: await load('consoleMozio', { id: params.id }) };
}

export default function ConnectMozio({ loaderData: { id, found } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <header className="grid gap-2">
        <EditHead back={consolePaths.supplier(id)} backText={found.supplierName} title={say('reselling.mozio.title')} />
        <p className="max-w-prose text-quiet">{say('reselling.mozio.hint')}</p>
        <p>
          <Badge tone="warn">{say('reselling.mozio.untried')}</Badge>
        </p>
      </header>
      {found.taken ? <Notice tone="warn" title={say('reselling.taken')} /> : <AccountForm id={id} link={found.link} />}
      {found.link && <Packages found={found} id={id} />}
    </div>
  );
}

type PartProps = { id: string; found: MozioView };

function Packages({ id, found }: PartProps) {
  const { say } = useWords();
  const { packages } = found;
  const tied = packages.filter(({ tie }) => tie);
  return (
    <Card>
      <SuppliedHead title={say('reselling.mozio.packages')} supplier={id} />
      {packages.length === 0 && <p className="mt-2 text-quiet">{say('reselling.mozio.noTransfers')}</p>}
      {packages.length > 0 && tied.length === 0 && <p className="mt-2 text-quiet">{say('reselling.mozio.none')}</p>}
      <ul className="divide-y divide-line">
        {tied.map((pack) => (
          <li key={pack.packageId} className="grid gap-2 py-4">
            <Tied {...{ id, found, pack }} />
          </li>
        ))}
      </ul>
      {packages.length > tied.length && <TieDialog id={id} found={found} />}
    </Card>
  );
}

function Tied({ id, found, pack }: PartProps & { pack: MozioPackage }) {
  const { say, money } = useWords();
  const { tie, skus } = pack;
  const end = (text: string | undefined) => text || say('reselling.mozio.guest');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SuppliedPackage {...pack} />
      </div>
      <p className="break-words">
        {end(tie?.from)} → {end(tie?.to)}
      </p>
      <ul className="grid gap-1 text-sm text-quiet">
        {tie?.rides.map(({ skuId, vehicle, people, most }) => (
          <li key={skuId} className="break-words">
            {say('reselling.mozio.ride', {
              ...{ sku: skus.find(({ id }) => id === skuId)?.name ?? skuId, people, most: money(most) },
              vehicle: vehicle || say('reselling.mozio.anyVehicle'),
            })}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <TieDialog {...{ id, found, pack }} />
        <ActionButton
          variant="quiet"
          size="sm"
          act={say('reselling.mozio.untie')}
          danger
          work={() => send('consoleMozioUntie', { id, packageId: pack.packageId })}
        >
          <p>{say('reselling.mozio.untieText')}</p>
        </ActionButton>
      </div>
    </>
  );
}
