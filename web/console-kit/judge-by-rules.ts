// Checks a draft by the rules of its form: the problems by field, in the reader's language.
import { checkForm, type FormRules } from '../../domain/account-forms.ts';
import type { Words } from '../parts/use-words.ts';

export function judgeByRules(
  draft: Record<string, unknown>,
  rules: FormRules,
  { say }: Pick<Words, 'say'>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(checkForm(draft, rules)).map(([name, { problem, max = 0, min = 0 }]) => [
      name,
      say(`ui.field.${problem}`, { max, min }),
    ]),
  );
}
