// Texts of a product in two languages side by side (§9: 13 languages), with the progress of each; lists keep their order.
import { Link, useSearchParams } from 'react-router';
import { type Language, languageNames, languageTags } from '../../../../domain/languages.ts';
import { type LineName, lineNames, productFields, textNames } from '../../../../domain/product-fields.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import { CellField, PairField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { type StepDraft, stockByOf } from '../../../parts/console/catalogue/product-draft.ts';
import { LanguageChoice } from '../../../parts/form/choose-language.tsx';
import { readCoordinates } from '../../../parts/map/read-coordinates.ts';
import { useWords } from '../../../parts/use-words.ts';
import { countTexts, listNames } from './list-texts.ts';
import { AddRow, RowActions } from './row-actions.tsx';

export function EditTexts() {
  const { say } = useWords();
  const { draft } = useEditor();
  /** Texts that only pieces have are shown for pieces, and if they are filled. */
  const isUsed = (name: (typeof textNames)[number] | LineName) =>
    name === 'seatPlanAlts'
      ? draft.seatPlan !== null
      : !ofPieces.includes(name) || stockByOf(draft) === 'piece' || Object.keys(draft[name]).length > 0;
  return (
    <>
      <Languages />
      <FormSection title={say('editing.mainTexts')} hint={say('editing.plainHint')}>
        {textNames.filter(isUsed).map((textName) => (
          <PairField key={textName} path={textName} required={'published' in productFields[textName]} />
        ))}
      </FormSection>
      <Itinerary />
      {lineNames.filter(isUsed).map((lineName) => (
        <TextList key={lineName} list={lineName} />
      ))}
      <OtherNames />
    </>
  );
}

const ofPieces: readonly string[] = ['collectPoints', 'returnPoints', 'deposits'];

/** Source and target language; the choice is in the address. */
function Languages() {
  const { say } = useWords();
  const editor = useEditor();
  const [params, setParams] = useSearchParams();
  const hrefOf = (language: Language) => `?${new URLSearchParams({ ...Object.fromEntries(params), to: language })}`;
  return (
    <FormSection title={say('editing.translation')}>
      <LanguageChoice
        label={say('editing.from')}
        className="sm:max-w-64"
        value={editor.from}
        onValue={(from) => {
          const next = { ...Object.fromEntries(params), from };
          setParams(next, { replace: true, preventScrollReset: true });
        }}
      />
      <nav aria-label={say('editing.to')} className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2">
        {editor.languages.map((language) => (
          <Progress key={language} language={language} href={hrefOf(language)} chosen={language === editor.to} />
        ))}
      </nav>
    </FormSection>
  );
}

function Progress({ language, href, chosen }: { language: Language; href: string; chosen: boolean }) {
  const { say } = useWords();
  const { draft } = useEditor();
  const { filled, wanted } = countTexts(draft, language);
  const progress = say('editing.progress', { done: filled, all: wanted });
  return (
    <Link
      to={href}
      replace
      preventScrollReset
      aria-current={chosen || undefined}
      className={
        'grid min-h-11 grid-cols-[minmax(0,1fr)] gap-1 rounded-lg border border-line px-3 py-2 text-sm ' +
        'hover:border-brand aria-[current]:border-brand aria-[current]:bg-tint'
      }
    >
      <span className="flex justify-between gap-2">
        <span lang={languageTags[language]} className="truncate font-medium">
          {languageNames[language]}
        </span>
        <span className={`shrink-0 tabular-nums ${filled < wanted ? 'text-quiet' : 'text-good'}`}>{progress}</span>
      </span>
      <span aria-hidden="true" className="block h-1 rounded-full bg-line">
        <span
          className={`block h-1 rounded-full ${filled < wanted ? 'bg-brand' : 'bg-good'}`}
          style={{ width: `${(100 * filled) / Math.max(wanted, 1)}%` }}
        />
      </span>
    </Link>
  );
}

function TextList({ list }: { list: LineName }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const rows = draft[list];
  const name = say(`editing.field.${list}`);
  return (
    <FormSection title={name} hint={ofPieces.includes(list) ? say('editing.pointsHint') : undefined}>
      {rows.map((row, at) => (
        <PairField
          key={rowKey(row)}
          path={`${list}.${at}`}
          label={`${name} ${at + 1}`}
          actions={<RowActions rows={rows} at={at} name={`${name} ${at + 1}`} onRows={(next) => change(list, next)} />}
        />
      ))}
      <AddRow
        label={say('editing.addLine')}
        disabled={rows.length >= productFields[list].most}
        onAdd={() => change(list, [...rows, {}])}
      />
    </FormSection>
  );
}

function Itinerary() {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const rows = draft.itinerary;
  const add = () => {
    const last = rows.at(-1);
    const step: StepDraft = { day: last?.day ?? '1', time: '', lat: '', lng: '', titles: {}, texts: {} };
    change('itinerary', [...rows, step]);
  };
  return (
    <FormSection title={say('editing.field.itinerary')}>
      {rows.map((row, at) => (
        <Step key={rowKey(row)} at={at} />
      ))}
      <AddRow label={say('editing.addStep')} disabled={rows.length >= productFields.itinerary.most} onAdd={add} />
    </FormSection>
  );
}

function Step({ at }: { at: number }) {
  const { say } = useWords();
  const { draft, problems, change } = useEditor();
  const name = say('editing.step', { number: at + 1 });
  const path = `itinerary.${at}`;
  const time = problems[`${path}.time`];
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">{name}</legend>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-wrap gap-3">
          <div className="grid gap-1 text-sm font-medium">
            <span aria-hidden="true">{say('editing.field.day')}</span>
            <CellField path={`${path}.day`} label={`${name}, ${say('editing.field.day')}`} className="!w-20" />
          </div>
          <label className="grid gap-1 text-sm font-medium">
            {say('editing.field.time')}
            <input
              type="time"
              data-path={`${path}.time`}
              aria-invalid={Boolean(time) || undefined}
              className="min-h-11 rounded-lg border border-line bg-surface px-3 text-base"
              value={draft.itinerary[at]?.time ?? ''}
              onChange={(event) => change(`${path}.time`, event.target.value.slice(0, 5))}
            />
            {time && <span className="text-sm text-bad">{time}</span>}
          </label>
          <StepPlace path={path} name={name} />
        </div>
        <RowActions rows={draft.itinerary} at={at} name={name} onRows={(next) => change('itinerary', next)} />
      </div>
      <PairField path={`${path}.titles`} />
      <PairField path={`${path}.texts`} />
    </fieldset>
  );
}

/** The position of the step, for the map of the trip; a position copied from a map fills both. */
function StepPlace({ path, name }: { path: string; name: string }) {
  const { say } = useWords();
  const { change } = useEditor();
  const paste = (event: React.ClipboardEvent) => {
    const found = readCoordinates(event.clipboardData.getData('text'));
    if (!found) return;
    event.preventDefault();
    change(`${path}.lat`, String(found.lat));
    change(`${path}.lng`, String(found.lng));
  };
  return (
    <div className="flex gap-3" onPaste={paste}>
      {(['lat', 'lng'] as const).map((part) => (
        <div key={part} className="grid gap-1 text-sm font-medium">
          <span aria-hidden="true">{say(`editing.field.${part}`)}</span>
          <CellField path={`${path}.${part}`} label={`${name}, ${say(`editing.field.${part}`)}`} className="!w-28" />
        </div>
      ))}
    </div>
  );
}

/** Names given on other tabs, repeated here for translators. */
function OtherNames() {
  const words = useWords();
  const { draft } = useEditor();
  const slots = listNames(draft);
  const nameOf = (path: string) => {
    const [tab = '', at = '0', ...rest] = path.split('.');
    const owner = words.say(`editing.one.${tab}`, { number: Number(at) + 1 });
    const row = rest[0] === 'skus' ? `${words.say('editing.one.skus', { number: Number(rest[1]) + 1 })}, ` : '';
    return `${owner}: ${row}${words.say(`editing.field.${rest.at(-1)}`)}`;
  };
  if (!slots.length) return null;
  return (
    <FormSection title={words.say('editing.otherNames')} hint={words.say('editing.otherNamesHint')}>
      {slots.map((slot) => (
        <PairField key={slot.path} path={slot.path} label={nameOf(slot.path)} />
      ))}
    </FormSection>
  );
}
