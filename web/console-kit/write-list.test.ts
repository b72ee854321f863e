import { expect, it } from 'vitest';
import { valuesOf, writeFile } from './write-list.ts';

type Row = { name: string; paid: { amountMinor: number; currency: 'MYR' | 'JPY' } | null; count: number; on: boolean };
const rows: Row[] = [
  { name: '=HYPERLINK("x")', paid: { amountMinor: 1250, currency: 'MYR' }, count: 0, on: true },
  { name: 'Tan, Mei', paid: null, count: 12, on: false },
];

it('a file has the columns of the page, amounts with their currency, and no text that a spreadsheet would run', () => {
  const values = rows.map((row) =>
    valuesOf(row, [
      { key: 'name', label: 'Name', sort: true },
      { key: 'amount', label: 'Paid', sort: 'paid' },
      { key: 'count', label: 'Count', file: ({ count, on }) => ({ Count: count, On: on ? 'yes' : 'no' }) },
      { key: 'acts', label: 'Actions' },
    ]),
  );
  expect(writeFile(values, 'Currency').split('\r\n')).toEqual([
    'Name,Paid,Paid (Currency),Count,On',
    '"\'=HYPERLINK(""x"")",12.50,MYR,0,yes',
    '"Tan, Mei",,,12,no',
    '',
  ]);
});
