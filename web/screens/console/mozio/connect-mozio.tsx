// Transfers that Mozio carries out (decision 0685): the owner's account there, and which packages it carries out.
import { useState } from 'react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { load } from '../../../load.ts';
import { SuppliedHead, SuppliedPackage } from '../../../parts/console/supplied-packages.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/connect-mozio';
import { AccountForm } from './account-form.tsx';
import type { MozioPackage, MozioView } from './mozio-view.ts';
import { TieDialog } from './tie-dialog.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  return { id: params.id, found: await load('consoleMozio', { id: params.id }) };
}

type Asked = { what: 'tie'; pack: MozioPackage | undefined } | { what: 'untie'; pack: MozioPackage };

export default function ConnectMozio({ loaderData: { id, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
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
      {found.link && <Packages found={found} onAsk={setAsked} id={id} />}
      <TieDialog
        {...{ id, found }}
        open={asked?.what === 'tie'}
        pack={asked?.what === 'tie' ? asked.pack : undefined}
        onClose={close}
      />
      <ActionDialog
        open={asked?.what === 'untie'}
        title={say('reselling.mozio.untie')}
        act={say('reselling.mozio.untie')}
        danger
        onClose={close}
        work={() => send('consoleMozioUntie', { id, packageId: asked?.pack?.packageId ?? '' })}
      >
        <p>{say('reselling.mozio.untieText')}</p>
      </ActionDialog>
    </div>
  );
}

type PackagesProps = { id: string; found: MozioView; onAsk(asked: Asked): void };

function Packages({ id, found: { packages }, onAsk }: PackagesProps) {
  const { say } = useWords();
  const tied = packages.filter(({ tie }) => tie);
  return (
    <Card>
      <SuppliedHead title={say('reselling.mozio.packages')} supplier={id} />
      {packages.length === 0 && <p className="mt-2 text-quiet">{say('reselling.mozio.noTransfers')}</p>}
      {packages.length > 0 && tied.length === 0 && <p className="mt-2 text-quiet">{say('reselling.mozio.none')}</p>}
      <ul className="divide-y divide-line">
        {tied.map((pack) => (
          <li key={pack.packageId} className="grid gap-2 py-4">
            <Tied pack={pack} onAsk={onAsk} />
          </li>
        ))}
      </ul>
      {packages.length > tied.length && (
        <Button className="mt-3" onClick={() => onAsk({ what: 'tie', pack: undefined })}>
          {say('reselling.mozio.tie')}
        </Button>
      )}
    </Card>
  );
}

function Tied({ pack, onAsk }: { pack: MozioPackage; onAsk(asked: Asked): void }) {
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
        <Button variant="outline" size="sm" onClick={() => onAsk({ what: 'tie', pack })}>
          {say('reselling.mozio.change')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onAsk({ what: 'untie', pack })}>
          {say('reselling.mozio.untie')}
        </Button>
      </div>
    </>
  );
}
