// The type or the city of the products that a price or a hiding rule is for.
import { productTypeOrder } from '../../../../domain/product-types.ts';
import { ChoiceField } from '../../form/fields.tsx';
import { PickCity } from '../../places/pick-city.tsx';
import { useWords } from '../../use-words.ts';

type Group = { type: string; city: string; cityName: string };
type ChooseGroupProps = {
  draft: Group & { scope: string };
  errors: Record<string, string>;
  set(part: Partial<Group>): void;
};

export function ChooseGroup({ draft: { scope, type, city, cityName }, errors, set }: ChooseGroupProps) {
  const { say } = useWords();
  if (scope === 'type')
    return (
      <ChoiceField
        label={say('editing.price.scope.type')}
        error={errors.type}
        value={type}
        onValue={(type) => set({ type })}
        options={productTypeOrder.map(String)}
        word="catalog.type"
        none="…"
      />
    );
  if (scope !== 'city') return null;
  return (
    <PickCity
      label={say('editing.price.scope.city')}
      value={city}
      name={cityName}
      error={errors.city}
      ownOnly
      onPick={(city) => set({ city: city?.code ?? '', cityName: city?.name ?? '' })}
    />
  );
}
