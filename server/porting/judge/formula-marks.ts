// What stands in a cell of an opened workbook whose formula has no value: letters of the private use area, which no one types.

/** No program has calculated it, as in a workbook that a script wrote. */
export const unstoredFormula = '\ue0f1';
/** Its result is an error, such as #REF!. */
export const failedFormula = '\ue0f2';

/** Why a cell has no value; undefined where it is no such formula. */
export function judgeFormula(cell: unknown): 'formula' | 'formulaError' | undefined {
  if (cell === unstoredFormula) return 'formula';
  return cell === failedFormula ? 'formulaError' : undefined;
}
