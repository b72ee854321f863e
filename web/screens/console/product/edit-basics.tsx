// Type, place and booking rules of a product (§1 types and subtypes, §3): the facts that are the same in every language.
import { useState } from 'react';
import { currencies } from '../../../../domain/currencies.ts';
import { languageNames, languages } from '../../../../domain/languages.ts';
import { usualScene } from '../../../../domain/pictures/usual-scene.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { isProductType, productTypeOrder, rowOf } from '../../../../domain/product-types.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import {
  FigureField,
  PickField,
  SectionFigures,
  TextField,
  useEditor,
} from '../../../parts/console/catalogue/draft-fields.tsx';
import { slugOf } from '../../../parts/console/catalogue/product-draft.ts';
import { Ticks } from '../../../parts/form/ticks.tsx';
import { type City, describePlace, PickCity } from '../../../parts/places/pick-city.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { FeatureFields, StayFields } from './stay-fields.tsx';
import { type SupplierChoice, SupplierField } from './supplier-field.tsx';

type EditBasicsProps = { city: City | undefined; suppliers: SupplierChoice[] };

export function EditBasics({ city, suppliers }: EditBasicsProps) {
  const { say } = useWords();
  return (
    <>
      <FormSection title={say('editing.what')}>
        <Kind />
      </FormSection>
      <FormSection title={say('editing.where')} hint={say('editing.whereHint')}>
        <Place city={city} />
      </FormSection>
      <FormSection title={say('editing.how')}>
        <Booking suppliers={suppliers} />
        <ServiceLanguages />
      </FormSection>
      <StayFields />
      <FeatureFields />
    </>
  );
}

const grid = 'grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3';

function Kind() {
  const { say } = useWords();
  const { site } = useRoot();
  const { draft, change } = useEditor();
  const type = Number(draft.type);
  const offered = [...new Set([draft.currency, ...(site?.currencies ?? []), ...currencies])];
  const pickSubtype = (value: string) => {
    change('subtype', value);
    // A scene that was chosen by hand stays.
    if (draft.scene.kind === usualScene(Number(draft.subtype))) change('scene.kind', usualScene(Number(value)));
  };
  const pickType = (value: string) => {
    const code = Number(value);
    change('type', value);
    if (isProductType(code)) pickSubtype(String(rowOf(code).subtypes[0]));
  };
  return (
    <div className={grid}>
      <PickField
        path="type"
        options={productTypeOrder.map((item) => [String(item), say(`catalog.type.${item}`)] as const)}
        onPick={pickType}
      />
      <PickField
        path="subtype"
        options={(isProductType(type) ? rowOf(type).subtypes : []).map(
          (item) => [String(item), say(`catalog.subtype.${item}`)] as const,
        )}
        onPick={pickSubtype}
      />
      <TextField
        path="key"
        label={say('editing.field.key')}
        hint={say('editing.keyHint')}
        placeholder={slugOf(draft.names)}
      />
      <PickField
        path="currency"
        hint={say('editing.currencyHint')}
        options={offered.map((item) => [item, item] as const)}
      />
    </div>
  );
}

function Place({ city }: { city: City | undefined }) {
  const { say } = useWords();
  const { draft, problems, change } = useEditor();
  const [picked, setPicked] = useState(city);
  const isAtMiddle = picked !== undefined && draft.lat === String(picked.lat) && draft.lng === String(picked.lng);
  const pick = (next: City | undefined) => {
    setPicked(next);
    change('city', next?.code ?? '');
    // The map needs a place: until somebody enters it, the middle of the city.
    if (!next || !(isAtMiddle || (!draft.lat && !draft.lng))) return;
    change('lat', String(next.lat));
    change('lng', String(next.lng));
  };
  /** "3.1579, 101.7116", as copied from maps, fills both. */
  const paste = (event: React.ClipboardEvent) => {
    const found = /^\s*(-?\d+\.\d+)\s*[,;\s]\s*(-?\d+\.\d+)\s*$/.exec(event.clipboardData.getData('text'));
    if (!found) return;
    event.preventDefault();
    change('lat', found[1]);
    change('lng', found[2]);
  };
  return (
    <div className={grid}>
      <PickCity
        label={say('editing.field.city')}
        path="city"
        value={draft.city}
        name={picked?.code === draft.city ? picked.name : draft.city}
        error={problems.city}
        hint={picked?.code === draft.city ? describePlace(picked) : say('places.city.notListed')}
        required
        onPick={pick}
      />
      <FigureField path="lat" hint={say('editing.placeHint')} required onPaste={paste} />
      <FigureField path="lng" required onPaste={paste} />
    </div>
  );
}

function Booking({ suppliers }: { suppliers: SupplierChoice[] }) {
  const { say } = useWords();
  const { change } = useEditor();
  return (
    <div className={grid}>
      <FigureField path="playValue" required />
      <PickField
        path="playUnit"
        options={[1, 2, 3].map((item) => [String(item), say(`editing.playUnit.${item}`)] as const)}
      />
      <SectionFigures section="booking" />
      <PickField
        path="instant"
        options={[
          ['true', say('catalog.product.instant')],
          ['false', say('catalog.product.manual')],
        ]}
        onPick={(value) => change('instant', value === 'true')}
      />
      <PickField
        path="redemption"
        options={productFields.redemption.choices.map(
          (choice) => [choice, say(`catalog.redemption.${choice}`)] as const,
        )}
      />
      <SupplierField
        path="supplierId"
        suppliers={suppliers}
        none={say('supplier.none')}
        hint={say('supplier.choiceHint')}
      />
    </div>
  );
}

function ServiceLanguages() {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const chosen = draft.serviceLanguages;
  // Codes without a name stay as they are.
  const offered = [...new Set([...languages, ...chosen])];
  return (
    <fieldset data-path="serviceLanguages" tabIndex={-1}>
      <legend className="text-sm font-medium">{say('editing.field.serviceLanguages')}</legend>
      <div className="flex flex-wrap gap-x-6">
        <Ticks
          options={offered.map((item) => [item, languageNames[item as keyof typeof languageNames] ?? item])}
          chosen={chosen}
          onChosen={(next) => change('serviceLanguages', next)}
        />
      </div>
    </fieldset>
  );
}
