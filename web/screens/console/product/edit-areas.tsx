// Pick-up areas of a product: any of those drawn in the back office, or none for everywhere.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { textIn } from '../../../../domain/languages.ts';
import { problemWith } from '../../../console-kit/merge-drafts.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { Ticks } from '../../../parts/form/ticks.tsx';
import { useWords } from '../../../parts/use-words.ts';

export type PickUpArea = Pick<OutputOf<'consoleAreas'>['list'][number], 'id' | 'names'>;

export function EditAreas({ areas }: { areas: PickUpArea[] }) {
  const { say, language } = useWords();
  const { draft, problems, change } = useEditor();
  return (
    <FormSection
      title={say('editing.field.areas')}
      hint={say('editing.areasHint')}
      problem={problemWith(problems, 'areas')}
    >
      {areas.length === 0 ? (
        <p className="text-quiet">
          {say('editing.noAreas')}{' '}
          <Link
            to={consolePaths.areas()}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline"
          >
            {say('places.area.title')}
          </Link>
        </p>
      ) : (
        <fieldset data-path="areas" tabIndex={-1} className="grid gap-x-6 sm:grid-cols-2">
          <legend className="sr">{say('editing.field.areas')}</legend>
          <Ticks
            options={areas.map((area) => [area.id, textIn(area.names, language)])}
            chosen={draft.areas}
            onChosen={(next) => change('areas', next)}
          />
        </fieldset>
      )}
    </FormSection>
  );
}
