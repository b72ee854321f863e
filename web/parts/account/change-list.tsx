// The changes of legal data that a partner requests: each field with the old beside the new value.
import { type LegalData, legalFields } from '../../../domain/account-forms.ts';
import { languageTags } from '../../../domain/languages.ts';
import { useWords } from '../use-words.ts';

type ChangeListProps = {
  before: { [Field in keyof LegalData]?: string | undefined };
  after: { [Field in keyof LegalData]?: string | undefined };
};

export function ChangeList({ before, after }: ChangeListProps) {
  const { say, language } = useWords();
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const show = (field: keyof LegalData, value = '') =>
    (field === 'country' && /^[A-Z]{2}$/.test(value) ? names.of(value) : value) || '–';
  return (
    <dl className="grid gap-3">
      {legalFields
        .filter((field) => after[field] !== undefined)
        .map((field) => (
          <div key={field} className="min-w-0">
            <dt className="text-sm text-quiet">
              {say(field === 'name' ? 'account.detail.partnerName' : `account.detail.${field}`)}
            </dt>
            <dd className="grid gap-x-3 sm:grid-cols-2">
              <del className="min-w-0 break-words text-quiet" suppressHydrationWarning>
                {show(field, before[field])}
              </del>
              <ins className="min-w-0 font-semibold break-words no-underline" suppressHydrationWarning>
                {show(field, after[field])}
              </ins>
            </dd>
          </div>
        ))}
    </dl>
  );
}
