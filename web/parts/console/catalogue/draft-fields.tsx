// Fields of a product by path: value, texts, problem and anchor all follow from the path (rules §10).
import { createContext, type ReactNode, useContext } from 'react';
import { fieldAt, listFields, type Section } from '../../../../domain/field-kinds.ts';
import { type Language, languageNames, languageTags } from '../../../../domain/languages.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { problemWith } from '../../../console-kit/merge-drafts.ts';
import { Checkbox, LabelledField, SelectInput, TextArea, TextInput } from '../../../ui/field.tsx';
import { ChoiceField, InputField } from '../../form/fields.tsx';
import { useWords, type Words } from '../../use-words.ts';
import { readAt } from './change-paths.ts';
import type { Texts } from './product-draft.ts';
import type { Editing } from './use-product.ts';

export type Editor = Editing & {
  /** Languages of the shop. */
  languages: Language[];
  /** The language to translate from, and the one to translate into. */
  from: Language;
  to: Language;
};

const EditorContext = createContext<Editor | null>(null);
export const EditorRoom = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('only within the editor of a product');
  return editor;
}

const wordOf = (words: Words, path: string) => words.say(`editing.field.${path.slice(path.lastIndexOf('.') + 1)}`);

function hintOf(words: Words, path: string): string | undefined {
  const key = `editing.hint.${path.slice(path.lastIndexOf('.') + 1)}`;
  return key in words.intl.messages ? words.say(key) : undefined;
}

/** With the language of its text, where the shop has several and nothing beside the field names it. */
export function useLanguageIn(path: string, label: string): string {
  const { languages } = useEditor();
  const language = languageNames[path.slice(path.lastIndexOf('.') + 1) as Language];
  return language && languages.length > 1 ? `${label} · ${language}` : label;
}

/** The longest text that a field takes. */
function maxOf(path: string): number | undefined {
  const field = fieldAt(productFields, path);
  return field && 'max' in field ? field.max : undefined;
}

type PathProps = { path: string; label?: string };

function usePath(path: string) {
  const { draft, problems, change } = useEditor();
  const value = readAt(draft, path);
  return {
    text: typeof value === 'string' || typeof value === 'boolean' ? String(value) : '',
    value,
    problem: problemWith(problems, path),
    set: (next: unknown) => change(path, next),
  };
}

type TextProps = PathProps & { hint?: string; required?: boolean; placeholder?: string };

export function TextField({ path, label, hint, required, placeholder }: TextProps) {
  const words = useWords();
  const { text, problem, set } = usePath(path);
  const shown = useLanguageIn(path, label ?? wordOf(words, path));
  return (
    <InputField
      label={shown}
      hint={hint}
      error={problem}
      required={required}
      data-path={path}
      value={text}
      maxLength={maxOf(path)}
      placeholder={placeholder}
      autoComplete="off"
      onValue={set}
    />
  );
}

type FigureProps = PathProps & {
  hint?: string;
  required?: boolean;
  unit?: string;
  onPaste?: React.ClipboardEventHandler;
};

/** Whole numbers, degrees, prices: edited as text, checked when saved. A hint is shown below its field. */
export function FigureField({ path, label, hint, required, unit, onPaste }: FigureProps) {
  const words = useWords();
  const { text, problem, set } = usePath(path);
  return (
    <LabelledField
      label={label ?? wordOf(words, path)}
      hint={hint ?? hintOf(words, path)}
      error={problem}
      required={required}
    >
      {(ids) => (
        <span className="flex items-center gap-2">
          <TextInput
            ids={ids}
            data-path={path}
            value={text}
            maxLength={20}
            inputMode="decimal"
            autoComplete="off"
            className="!w-32 tabular-nums"
            onPaste={onPaste}
            onChange={(event) => set(event.target.value)}
          />
          {unit && <span className="text-sm text-quiet">{unit}</span>}
        </span>
      )}
    </LabelledField>
  );
}

/** A time of the day, or none. */
export function TimeField({ path }: { path: string }) {
  const words = useWords();
  const { text, problem, set } = usePath(path);
  return (
    <InputField
      label={wordOf(words, path)}
      error={problem}
      type="time"
      data-path={path}
      className="!w-36"
      value={text}
      onValue={(text) => set(text.slice(0, 5))}
    />
  );
}

/** The numbers of a section, in the order of their rows. */
export function SectionFigures({ section }: { section: Section }) {
  const names = listFields(productFields).flatMap(([name, field]) =>
    field.kind === 'whole' && field.section === section ? [name] : [],
  );
  return names.map((name) => <FigureField key={name} path={name} />);
}

export type Option = readonly [value: string, label: string];

type PickProps = PathProps & { hint?: string; options: Option[]; onPick?(value: string): void };

export function PickField({ path, label, hint, options, onPick }: PickProps) {
  const words = useWords();
  const { text, problem, set } = usePath(path);
  return (
    <ChoiceField
      label={label ?? wordOf(words, path)}
      hint={hint}
      error={problem}
      data-path={path}
      value={text}
      options={options}
      onValue={onPick ?? set}
    />
  );
}

export function CheckField({ path }: { path: string }) {
  const words = useWords();
  const { value, problem, set } = usePath(path);
  return (
    <Checkbox data-path={path} label={wordOf(words, path)} error={problem} checked={value === true} onValue={set} />
  );
}

/** A field in a table: labelled by its column and row, with its problem below. */
type CellProps = PathProps & {
  className?: string;
  options?: Option[];
  text?: true;
  /** Has no meaning for the current values. */
  off?: boolean;
  onPick?(value: string): void;
};

export function CellField({ path, label, className = '', options, text: isText, off, onPick }: CellProps) {
  const words = useWords();
  const { text, problem, set } = usePath(path);
  const common = {
    'data-path': path,
    'aria-label': label ?? wordOf(words, path),
    'aria-invalid': Boolean(problem) || undefined,
    value: off ? '' : text,
    disabled: off,
    onChange: (event: { target: { value: string } }) => (onPick ?? set)(event.target.value),
  };
  return (
    <>
      {options ? (
        <SelectInput {...common} className={className}>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectInput>
      ) : (
        <TextInput
          {...common}
          maxLength={isText ? 200 : 20}
          inputMode={isText ? 'text' : 'decimal'}
          autoComplete="off"
          className={`disabled:bg-canvas ${isText ? '' : 'tabular-nums'} ${className}`}
        />
      )}
      {problem && (
        <p role="alert" className="mt-1 max-w-40 text-xs text-bad">
          {problem}
        </p>
      )}
    </>
  );
}

type PairProps = { path: string; label?: string; required?: boolean; actions?: ReactNode };

/** A text in two languages side by side: the source on the left, the translation on the right. */
export function PairField({ path, label, required, actions }: PairProps) {
  const words = useWords();
  const { from, to } = useEditor();
  const name = label ?? wordOf(words, path);
  const sides = from === to ? [from] : [from, to];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr">{name}</legend>
      <div aria-hidden="true" className="text-sm font-medium">
        {name}
        {required && <span className="text-bad"> *</span>}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <div className={`grid min-w-0 grow basis-64 gap-2 ${sides.length > 1 ? 'md:grid-cols-2' : ''}`}>
          {sides.map((language) => (
            <OneSide key={language} {...{ path, name, language }} />
          ))}
        </div>
        {actions}
      </div>
    </fieldset>
  );
}

type OneSideProps = { path: string; name: string; language: Language };

function OneSide({ path, name, language }: OneSideProps) {
  const { draft, problems, change } = useEditor();
  const texts = (readAt(draft, path) ?? {}) as Texts;
  const textPath = `${path}.${language}`;
  const problem = problems[textPath] ?? problems[path];
  const field = fieldAt(productFields, path);
  const Input = field?.kind === 'texts' && field.long ? TextArea : TextInput;
  return (
    <div className="min-w-0">
      <Input
        data-path={textPath}
        aria-label={`${name}, ${languageNames[language]}`}
        aria-invalid={Boolean(problem) || undefined}
        lang={languageTags[language]}
        placeholder={languageNames[language]}
        value={texts[language] ?? ''}
        maxLength={maxOf(path)}
        autoComplete="off"
        onChange={(event: { target: { value: string } }) => change(textPath, event.target.value)}
      />
      {problem && (
        <p role="alert" className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
