// Where the screen shows a field of a product, and the name of the field in a list of problems.
import type { Fields } from '../../../../domain/field-kinds.ts';
import { isLanguage, type Language, languageNames } from '../../../../domain/languages.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import type { Words } from '../../use-words.ts';

export const tabs = ['basics', 'texts', 'packages', 'extras', 'rules', 'pictures', 'areas'] as const;
export type Tab = (typeof tabs)[number];

export const tabOf = (value: string | null): Tab => tabs.find((tab) => tab === value) ?? 'basics';

/** Problems of the product's dates, which the calendar edits and no tab shows. */
export const ofDates = 'departures';

/** The tabs with problems. */
export function tabsWith(problems: readonly string[], from: Language): Set<string | undefined> {
  return new Set(problems.filter((path) => path !== ofDates).map((path) => placeOf(path, from).tab));
}

/** The query that shows a field; names in a language other than the source are shown among the texts. */
export function placeOf(path: string, from: Language): Record<string, string> {
  const parts = path.split('.');
  const fields: Fields = productFields;
  const tab = fields[parts[0] ?? '']?.tab ?? 'basics';
  const language = parts.at(-1);
  if (!isLanguage(language) || language === from) return { tab };
  return { tab: 'texts', to: language };
}

/** As the screen shows their fields: tab by tab, each from its top; dates, which the calendar edits, come last. */
export function inOrderOfFields(problems: readonly string[], from: Language): string[] {
  const names = Object.keys(productFields);
  const placesOf = (path: string) => {
    const [name = ''] = path.split('.');
    const tab = path === ofDates ? tabs.length : tabs.indexOf(placeOf(path, from).tab as Tab);
    return [tab, names.indexOf(name)] as const;
  };
  return problems.toSorted((left, other) => {
    const [[tab, field], [otherTab, otherField]] = [placesOf(left), placesOf(other)];
    return tab - otherTab || field - otherField;
  });
}

/** "Package 1, Row 2, Price". */
export function nameOf(path: string, words: Words): string {
  const known = (key: string) => key in words.intl.messages;
  const parts = path.split('.');
  const names = parts.flatMap((part, at) => {
    if (/^\d+$/.test(part)) return [];
    if (isLanguage(part)) return [languageNames[part]];
    const number = Number(parts[at + 1]);
    if (Number.isInteger(number) && known(`editing.one.${part}`))
      return [words.say(`editing.one.${part}`, { number: number + 1 })];
    if (!known(`editing.field.${part}`)) return [part];
    const name = words.say(`editing.field.${part}`);
    return [Number.isInteger(number) ? `${name} ${number + 1}` : name];
  });
  return words.join(names);
}

/** The field itself, otherwise the first one within it, otherwise the nearest element around it. */
export function focusPath(path: string): void {
  for (let parts = path.split('.'); parts.length; parts = parts.slice(0, -1)) {
    const place = parts.join('.');
    const found = document.querySelector<HTMLElement>(`[data-path="${place}"], [data-path^="${place}."]`);
    if (!found) continue;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: 'center' });
    return;
  }
}
