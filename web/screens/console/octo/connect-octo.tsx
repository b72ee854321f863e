// A supplier's booking system that speaks OCTO (decision 0415): its connection, and which of its products are sold as which of ours.
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { load } from '../../../load.ts';
import { SuppliedHead, SuppliedPackage } from '../../../parts/console/supplied-packages.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Badge, Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/connect-octo';
import { ConnectionForm } from './connection-form.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { OctoOption, OctoProduct, OctoView } from './octo-view.ts';

export async function loader({ params }: Route.LoaderArgs) {
  return { id: params.id, found: await load('consoleOcto', { id: params.id }) };
}

export default function ConnectOcto({ loaderData: { id, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const { link, supplierName, products } = found;
  return (
    <div className="grid gap-4">
      <header>
        <EditHead back={consolePaths.supplier(id)} backText={supplierName} title={say('systems.octo.title')} />
        <p className="max-w-prose text-quiet">{say('reselling.hint')}</p>
      </header>
      {found.taken ? <Notice tone="warn" title={say('reselling.taken')} /> : <ConnectionForm id={id} link={link} />}
      {link && (
        <Card>
          <SuppliedHead title={say('reselling.products')} supplier={id} />
          {products.length === 0 && <p className="mt-2 text-quiet">{say('reselling.noProducts')}</p>}
          <ul className="divide-y divide-line">
            {products.map((product) => (
              <li key={product.id} className="grid gap-3 py-4">
                <TheirProduct {...{ id, product, zone: found.zone }} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function TheirProduct({ id, product, zone }: { id: string; product: OctoProduct; zone: string }) {
  const words = useWords();
  const { say } = words;
  const { name, refused, options } = product;
  const isNew = !refused && options.every((option) => !option.sold);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="min-w-0 font-semibold break-words">{name}</h3>
        {refused && <Badge tone="warn">{say(`reselling.refused.${refused}`)}</Badge>}
        {isNew && <ImportDialog id={id} product={product} />}
      </div>
      {options.map((option) => (
        <div key={option.id} className="grid gap-1 rounded-card border border-line p-3">
          <p className="font-medium break-words">{option.name}</p>
          <p className="text-sm break-words text-quiet">
            {option.units.map((unit) => describeUnit(unit, words)).join(' · ')}
          </p>
          {option.sold ? (
            <Sold id={id} sold={option.sold} zone={zone} />
          ) : (
            !refused && <LinkDialog {...{ id, product, option }} />
          )}
        </div>
      ))}
    </>
  );
}

const describeUnit = ({ name, price }: OctoOption['units'][number], { money }: Words) =>
  price ? `${name} ${money(price)}` : name;

type SoldProps = { id: string; sold: NonNullable<OctoOption['sold']>; zone: OctoView['zone'] };

function Sold({ id, sold, zone }: SoldProps) {
  const { say, instant } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="contents text-sm">
        <SuppliedPackage {...sold} />
        {sold.problem && <Badge tone="bad">{say(`reselling.problem.${sold.problem}`)}</Badge>}
        {sold.askedAt && (
          <span className="text-quiet">{say('catalog.calendar.asOf', { when: instant(sold.askedAt, zone) })}</span>
        )}
      </div>
      <ActionButton
        variant="quiet"
        size="sm"
        act={say('reselling.untie')}
        danger
        work={() => send('consoleOctoUntie', { id, packageId: sold.packageId })}
      >
        <p>{say('reselling.untieText')}</p>
      </ActionButton>
    </div>
  );
}
