// What another person saved in a field that two people changed, in the form in which the field shows it.
import type { Words } from '../use-words.ts';

const longestShown = 200;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** '' where the field shows another form of it, such as an amount of which the form keeps the minor units, or is on another tab. */
export function shownIn(
  form: HTMLFormElement | null,
  { path, mine, theirs }: { path: string; mine: unknown; theirs: unknown },
  words: Words,
): string {
  const fields = [...(form ?? document).querySelectorAll<Field>('input, textarea, select')];
  const field = fields.find((field) => field.dataset.path === path || field.name === path);
  if (!field) return '';
  if (typeof theirs === 'boolean') return field.type === 'checkbox' ? sayYesNo(theirs, words) : '';
  if (typeof theirs === 'number') return field.value === String(mine) ? words.intl.formatNumber(theirs) : '';
  if (typeof theirs !== 'string') return '';
  if (field instanceof HTMLSelectElement)
    return [...field.options].find((option) => option.value === theirs)?.text ?? '';
  if (theirs && field.type === 'date') return words.day(theirs);
  if (theirs && field.type === 'datetime-local') return words.wall(theirs);
  return shortened(theirs);
}

export const sayYesNo = (is: boolean, { say }: Words): string => say(is ? 'staff.log.yes' : 'staff.log.no');

export const shortened = (text: string): string => [...text].slice(0, longestShown).join('');
