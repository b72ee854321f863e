// Deleting drafts together (decision 0762): those that are selected on the page, or all that the filters find.
import { useState } from 'react';
import type { InputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import type { BulkRequest } from '../../../console-kit/run-many.tsx';
import { type Act, useAction } from '../../../console-kit/use-action.ts';
import { useWords } from '../../../parts/use-words.ts';

type Filter = InputOf<'consoleProducts'>;

type Deletion = {
  wish: BulkRequest | undefined;
  act: Act;
  ask(ids: string[]): void;
  /** Of all pages. */
  askForAll(filter: Filter): Promise<unknown>;
  close(): void;
};

export function useDraftDeletion(): Deletion {
  const { say } = useWords();
  const [wish, setWish] = useState<BulkRequest>();
  const action = useAction();
  const ask = (ids: string[]) =>
    setWish({
      keys: ids,
      title: say('editing.deleteTitle', { count: ids.length }),
      text: say('editing.deleteText'),
      act: say('editing.deleteDrafts'),
      danger: true,
      work: async (some) =>
        (await send('consoleProductsDelete', { ids: some })).list.map(({ id, problem }) => ({ key: id, problem })),
      doneText: (count) => say('editing.deleteDone', { count }),
      failedText: (count) => say('editing.deleteNot', { count }),
    });
  const askForAll = (filter: Filter) =>
    action.run(async () => ask(await listDrafts(filter)), { what: 'all', reloads: false });
  return { wish, act: action, ask, askForAll, close: () => setWish(undefined) };
}

async function listDrafts(filter: Filter): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await send('consoleProducts', { ...filter, state: 'draft', page, size: 50 });
    ids.push(...found.list.map(({ id }) => id));
    pages = found.pages;
  }
  return [...new Set(ids)];
}
