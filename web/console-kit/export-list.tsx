// Exports the rows that a list's filters find: fetches one page after another, and uses the columns that the page declares.
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import type { InputOf } from '../../contract/index.ts';
import type { ListCall } from '../../contract/read-query.ts';
import { send } from '../call.ts';
import { useWords } from '../parts/use-words.ts';
import { Button } from '../ui/button.tsx';
import { ActionResult } from './action-dialog.tsx';
import type { Column } from './list-table.tsx';
import { useAction } from './use-action.ts';
import { type FileRow, valuesOf, writeFile } from './write-list.ts';

type ExportProps<Row> = {
  call: ListCall;
  input: Record<string, unknown>;
  pages: number;
  total: number;
  columns: Column<Row>[];
  fileName: string;
};

export function ExportList<Row>({ call, input, pages, total, columns, fileName }: ExportProps<Row>) {
  const { say } = useWords();
  const action = useAction();
  const [done, setDone] = useState(0);
  const write = async () => {
    const rows: FileRow[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { list } = (await send(call, { ...input, page } as InputOf<ListCall>)) as { list: unknown[] };
      rows.push(...(list as Row[]).map((row) => valuesOf(row, columns)));
      setDone(rows.length);
    }
    saveText(writeFile(rows, say('order.list.column.currency')), `${fileName}.csv`);
  };
  return (
    <>
      <Button variant="outline" busy={action.busy !== undefined} onClick={() => action.run(write, { reloads: false })}>
        <IconFileTypeCsv aria-hidden="true" className="size-5" />
        {action.busy ? say('desk.progress', { done, total }) : say('payment.balance.exportCsv')}
      </Button>
      <ActionResult act={action} />
    </>
  );
}

/** With the byte order mark by which spreadsheets recognise the encoding. */
export function saveText(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
