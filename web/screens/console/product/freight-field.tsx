// The freight table of a product that is sent: where its buyers are asked for an address, and of pieces that are collected, which a table
// makes ones that can be sent.
import { consolePaths } from '../../../../domain/console-paths.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { PickField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { usualFieldsOf } from '../../../parts/console/catalogue/product-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';

export type FreightChoice = { id: string; name: string };

const deliveryAddress = 401;
/** What it asks with a table: collected pieces can be sent only with one (decision 0750). */
const anyTable = 'any';

export function FreightField({ freight }: { freight: FreightChoice[] }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const askedWith = (freightId: string | null) =>
    draft.orderFields ?? usualFieldsOf({ ...draft, freightId }).orderFields;
  if (!askedWith(anyTable).includes(deliveryAddress) && !draft.freightId) return null;
  const without = askedWith(null).includes(deliveryAddress) ? 'freight.included' : 'freight.collected';
  return (
    <FormSection title={say('freight.ofProduct')} hint={say('freight.ofProductHint')}>
      <PickField
        path="freightId"
        options={[['', say(without)], ...freight.map(({ id, name }) => [id, name] as const)]}
        onPick={(value) => change('freightId', value || null)}
      />
      <LinkButton variant="quiet" size="sm" className="justify-self-start" to={consolePaths.freight()}>
        {say('freight.title')}
      </LinkButton>
    </FormSection>
  );
}
