// Features from fixed lists, by the kind of product. Hotels and homestays (type 16) also have times and stars, and rooms have guests, beds
// and meals.

import { featuresOf, packageFigures, productFigures } from '../../../../domain/product-features.ts';
import { boards } from '../../../../domain/rooms.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import {
  FigureField,
  type Option,
  PickField,
  TextField,
  TimeField,
  useEditor,
} from '../../../parts/console/catalogue/draft-fields.tsx';
import { stockByOf } from '../../../parts/console/catalogue/product-draft.ts';
import { Ticks } from '../../../parts/form/ticks.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { FigureFields } from './figure-fields.tsx';

export function StayFields() {
  const { say } = useWords();
  const { draft } = useEditor();
  if (stockByOf(draft) !== 'room') return null;
  return (
    <FormSection title={say('editing.stay')}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TimeField path="checkIn" />
        <TimeField path="checkOut" />
        <PickField path="stars" options={['', '1', '2', '3', '4', '5'].map((count): Option => [count, count || '–'])} />
      </div>
    </FormSection>
  );
}

/** The features that a product of this kind may have; features of other kinds are dropped. */
export function FeatureFields() {
  const { say } = useWords();
  const { draft, change } = useEditor();
  return (
    <FormSection title={say(`editing.field.${stockByOf(draft) === 'room' ? 'amenities' : 'features'}`)}>
      <FigureFields fields={productFigures} />
      <fieldset data-path="amenities" tabIndex={-1}>
        <legend className="sr">{say('editing.field.features')}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          <Ticks
            options={featuresOf(Number(draft.type))}
            word="catalog.amenity"
            chosen={draft.amenities}
            onChosen={(next) => change('amenities', next)}
          />
        </div>
      </fieldset>
    </FormSection>
  );
}

const figures = ['maxAdults', 'maxChildren', 'childAge', 'includedGuests', 'extraAdultMinor', 'extraChildMinor'];

/** The features of a package of this kind. */
export function PackageFigures({ path }: { path: string }) {
  const { draft } = useEditor();
  return (
    <>
      {stockByOf(draft) === 'room' && <RoomFields path={path} />}
      <FigureFields fields={packageFigures} within={`${path}.`} />
    </>
  );
}

function RoomFields({ path }: { path: string }) {
  const { say } = useWords();
  const { draft, from } = useEditor();
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{say('editing.room')}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField path={`${path}.beds.${from}`} label={say('editing.field.beds')} />
        <PickField
          path={`${path}.board`}
          options={[['', '–'] as Option, ...boards.map((board): Option => [board, say(`catalog.board.${board}`)])]}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {figures.map((name) => (
          <FigureField key={name} path={`${path}.${name}`} unit={name.endsWith('Minor') ? draft.currency : undefined} />
        ))}
      </div>
    </fieldset>
  );
}
