// Cancellation fees, of a product or of one package, with limits in days or in hours before the start; and the rules as text.
import { rulesInForce } from '../../../../domain/cancellation.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { describeRefundRules } from '../../../parts/booking/describe-refund-rules.ts';
import { rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import { CellField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import type { RefundDraft } from '../../../parts/console/catalogue/product-draft.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Checkbox, SelectInput } from '../../../ui/field.tsx';
import { AddRow, RowActions } from './row-actions.tsx';

const first: RefundDraft = { daysBefore: '7', hoursBefore: '', feePercent: '50' };
const limits = ['daysBefore', 'hoursBefore'] as const;

type RefundRulesProps = {
  /** `refundRules`, or the path of those of a package. */
  path: string;
  rows: RefundDraft[] | null;
  label: string;
};

export function RefundRules({ path, rows, label }: RefundRulesProps) {
  const { say } = useWords();
  const { change } = useEditor();
  return (
    <>
      <Checkbox
        data-path={path}
        label={label}
        checked={rows !== null}
        onValue={(on) => change(path, on ? [first] : null)}
      />
      {rows?.map((row, at) => (
        <OneRule key={rowKey(row)} path={path} rows={rows} at={at} />
      ))}
      {rows && (
        <AddRow
          label={say('editing.addFee')}
          disabled={rows.length >= productFields.refundRules.most}
          onAdd={() => change(path, [...rows, { daysBefore: '', hoursBefore: '', feePercent: '' }])}
        />
      )}
    </>
  );
}

function OneRule({ path, rows, at }: { path: string; rows: RefundDraft[]; at: number }) {
  const { say } = useWords();
  const { change } = useEditor();
  const name = say('editing.one.refundRules', { number: at + 1 });
  const row = rows[at];
  if (!row) return null;
  const limit = isInHours(row) ? 'hoursBefore' : 'daysBefore';
  /** The number stays and changes its unit. An empty field stores the unit as a space until a number is typed. */
  const setUnit = (unit: string) => {
    const value = row[limit] || ' ';
    change(`${path}.${at}`, { ...row, daysBefore: '', hoursBefore: '', [unit]: value });
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      {([limit, 'feePercent'] as const).map((item) => (
        <div key={item === 'feePercent' ? item : 'limit'} className="grid gap-1 text-sm font-medium">
          <span aria-hidden="true">{say(`editing.field.${item}`)}</span>
          <span className="flex gap-2">
            <CellField
              path={`${path}.${at}.${item}`}
              label={`${name}, ${say(`editing.field.${item}`)}`}
              className="!w-28"
            />
            {item === limit && (
              <SelectInput
                aria-label={`${name}, ${say('editing.limitUnit')}`}
                className="!w-28"
                value={limit}
                onChange={(event) => setUnit(event.target.value)}
              >
                {limits.map((unit) => (
                  <option key={unit} value={unit}>
                    {say(`editing.limitIn.${unit}`)}
                  </option>
                ))}
              </SelectInput>
            )}
          </span>
        </div>
      ))}
      <RowActions rows={rows} at={at} name={name} onRows={(next) => change(path, next)} />
    </div>
  );
}

const isInHours = (row: RefundDraft): boolean => Boolean(row.hoursBefore);

/** The rule of the nearest limit decides (domain/cancellation.ts); without any, only the free days. */
export function RulesInWords({ rows, freeDays }: { rows: RefundDraft[] | null; freeDays: string | null }) {
  const words = useWords();
  return (
    <div className="rounded-lg bg-canvas p-4 text-sm" aria-live="polite">
      <p className="font-medium">{words.say('editing.inWords')}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {describeDraft(words, rows, freeDays).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function describeDraft(words: Words, rows: RefundDraft[] | null, freeDays: string | null): string[] {
  const read = (value: string) => (/^\d{1,4}$/.test(value.trim()) ? Number(value) : null);
  const typed = (rows ?? []).flatMap((row) => {
    const [daysBefore, hoursBefore, feePercent] = [read(row.daysBefore), read(row.hoursBefore), read(row.feePercent)];
    return feePercent === null || (daysBefore ?? hoursBefore) === null ? [] : [{ daysBefore, hoursBefore, feePercent }];
  });
  if (typed.length && typed.every((rule) => rule.feePercent === 0)) return [words.say('editing.refund.always')];
  const days = freeDays === null ? null : read(freeDays);
  if (!typed.length && days !== null) return [words.say('catalog.policy.free', { days })];
  return describeRefundRules(words, rulesInForce({ refundRules: typed, freeCancelDays: null }));
}
