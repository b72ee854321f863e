// A list of the back office as a file that the server writes, with the filters of the page.
import { fileAddress } from '../../contract/file-address.ts';
import { shownLimits } from '../../domain/limits.ts';
import { MakeFile } from '../parts/page/make-file.tsx';
import { useWords } from '../parts/use-words.ts';

type Files =
  | 'consoleOrdersFile'
  | 'consoleLinesFile'
  | 'consoleGuestsFile'
  | 'consolePaymentsFile'
  | 'consoleRefundsFile'
  | 'consolePartnersFile';

type SheetProps = {
  list: { address: Record<string, string>; found: { total: number } };
  /** The available files, each with a description of its rows. */
  files: readonly (readonly [file: Files, text: string])[];
};

export function SheetOfList({ list: { address, found }, files }: SheetProps) {
  const { say } = useWords();
  if (!found.total) return null;
  const { page: _, ...filters } = address;
  return (
    <MakeFile
      title={say('sheets.title')}
      text={say('sheets.text')}
      mostRows={shownLimits.listRows.csv}
      of={files.map(([file, text]) => ({ text, address: (format) => fileAddress(file, { ...filters, format }) }))}
    />
  );
}
