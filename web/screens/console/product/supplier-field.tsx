// The supplier of a product or of one of its packages (rules §1): one of the owner's suppliers, or none.
import type { OutputOf } from '../../../../contract/index.ts';
import { readAt } from '../../../parts/console/catalogue/change-paths.ts';
import { PickField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

export type SupplierChoice = OutputOf<'consoleSupplierChoices'>['list'][number];

type SupplierFieldProps = { path: string; suppliers: SupplierChoice[]; none: string; hint?: string };

/** A supplier that is no longer active is offered only if it is already chosen. */
export function SupplierField({ path, suppliers, none, hint }: SupplierFieldProps) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const chosen = readAt(draft, path);
  const offered = suppliers.filter((supplier) => supplier.active || supplier.id === chosen);
  return (
    <PickField
      path={path}
      hint={hint}
      options={[
        ['', none],
        ...offered.map(({ id, name, active }) => [id, active ? name : say('supplier.off', { name })] as const),
      ]}
      onPick={(value) => change(path, value || null)}
    />
  );
}
