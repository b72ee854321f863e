// One supplier in the back office (rules §1, §10): its data and contacts, its logins, its products, and the log of its changes.
import { IconCoins, IconPlugConnected } from '@tabler/icons-react';
import { data, Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { listTimeZones } from '../../../../domain/time-zones.ts';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { load } from '../../../load.ts';
import { LogLine } from '../../../parts/console/log.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-supplier';
import type { SupplierView } from './supplier-draft.ts';
import { SupplierForm } from './supplier-form.tsx';
import { SupplierLogins } from './supplier-logins.tsx';

export async function loader({ params, request }: Route.LoaderArgs) {
  const me = await load('consoleMe', {});
  const isNew = params.id === 'new';
  // Nothing is read for a new one that would be refused to others.
  if (isNew && !me.roles.some((role) => role === 'admin' || role === 'operations'))
    throw data({ missing: true }, { status: 404 });
  const supplier = isNew ? null : await load('consoleSupplier', { id: params.id });
  const zones = listTimeZones(supplier?.zone ?? me.zone, me.zone);
  const saved = new URL(request.url).searchParams.has('saved');
  return { supplier, zone: me.zone, zones, saved, admin: me.roles.includes('admin') };
}

export default function EditSupplier({ loaderData }: Route.ComponentProps) {
  const { supplier, admin, ...around } = loaderData;
  const { say, language } = useWords();
  return (
    <div className="grid gap-4">
      <header>
        <EditHead
          back={consolePaths.suppliers()}
          backText={say('supplier.title')}
          title={supplier?.name ?? say('supplier.new')}
        />
      </header>
      <SupplierForm key={supplier?.id ?? 'new'} supplier={supplier} language={language} {...around} />
      {supplier && (
        <>
          <LinkButton
            variant="outline"
            to={consolePaths.settlement({ supplier: supplier.id })}
            className="justify-self-start"
          >
            <IconCoins aria-hidden="true" className="size-5" />
            {say('supplier.settlement.title')}
          </LinkButton>
          {admin && (
            <span className="flex flex-wrap gap-3">
              <LinkButton variant="outline" to={consolePaths.octo(supplier.id)}>
                <IconPlugConnected aria-hidden="true" className="size-5" />
                {say('systems.octo.title')}
              </LinkButton>
              <LinkButton variant="outline" to={consolePaths.mozio(supplier.id)}>
                <IconPlugConnected aria-hidden="true" className="size-5" />
                {say('reselling.mozio.title')}
              </LinkButton>
            </span>
          )}
          <SupplierLogins supplier={supplier} admin={admin} />
          <Products supplier={supplier} />
          <History supplier={supplier} />
        </>
      )}
    </div>
  );
}

function Products({ supplier: { products } }: { supplier: SupplierView }) {
  const { say } = useWords();
  return (
    <Card>
      <h2 className="text-lg font-bold">{say('editing.title')}</h2>
      {products.length === 0 && <p className="mt-2 text-quiet">{say('supplier.noProducts')}</p>}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {products.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Link
              to={consolePaths.product(id)}
              className="inline-flex min-h-11 items-center break-words text-brand underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function History({ supplier: { log } }: { supplier: SupplierView }) {
  const { say } = useWords();
  if (!log.length) return null;
  return (
    <Card>
      <h2 className="text-lg font-bold">{say('partner.log')}</h2>
      <ul className="divide-y divide-line">
        {log.map((entry) => (
          <li key={entry.id} className="py-3">
            <LogLine entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
