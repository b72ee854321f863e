// Actions on a product in the list (rules §10): preview, copy, publish, withdraw. The newest state is loaded
// first, so the list need not be fresh.
import { IconCalendarMonth, IconCopy, IconEdit, IconExternalLink } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { type Act, useAction } from '../../../console-kit/use-action.ts';
import { nameOf } from '../../../parts/console/catalogue/name-paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';

export type ProductRow = OutputOf<'consoleProducts'>['list'][number];

export function ProductActs({ row }: { row: ProductRow }) {
  const { say } = useWords();
  const acts = useProductActs(row);
  const act = { variant: 'quiet', size: 'sm' } as const;
  const of = <span className="sr">: {row.name || row.key}</span>;
  const buttons = [
    { what: 'calendar', Icon: IconCalendarMonth, word: 'inventory.title' },
    { what: 'preview', Icon: IconExternalLink, word: 'editing.preview' },
    { what: 'copy', Icon: IconCopy, word: 'editing.copy' },
  ] as const;
  return (
    <div className="-ml-3 flex flex-wrap gap-x-1">
      <LinkButton {...act} to={consolePaths.product(row.id)}>
        <IconEdit aria-hidden="true" className="size-4" />
        {say('account.centre.edit')}
        {of}
      </LinkButton>
      {buttons.map(({ what, Icon, word }) => (
        <Button key={what} {...act} busy={acts.busy === what} onClick={acts[what]}>
          <Icon aria-hidden="true" className="size-4" />
          {say(word)}
          {of}
        </Button>
      ))}
      {row.state === 'published' ? (
        <ActionButton
          {...act}
          act={say('editing.withdraw')}
          more={of}
          title={say('editing.withdrawTitle', { name: row.name || row.key })}
          danger
          work={() => setState(row, 'withdrawn')}
        >
          <p>{say('editing.withdrawText')}</p>
        </ActionButton>
      ) : (
        <Button {...act} busy={acts.busy === 'publish'} onClick={acts.publish}>
          {say('editing.publish')}
          {of}
        </Button>
      )}
      <FailureDialog row={row} error={acts.error} onClose={acts.forget} />
    </div>
  );
}

async function setState(row: ProductRow, state: 'published' | 'withdrawn') {
  const { revision } = await send('consoleProduct', { id: row.id });
  await send('consoleProductState', { id: row.id, revision, state });
}

function useProductActs(row: ProductRow) {
  const navigate = useNavigate();
  const { busy, error, run: act, forget } = useAction();
  const run = (what: string, work: () => Promise<unknown>) => act(work, { what, reloads: what === 'publish' });
  const copy = () =>
    run('copy', async () => navigate(consolePaths.product((await send('consoleProductCopy', { id: row.id })).id)));
  const preview = () => {
    // Opened at once: browsers block windows that open after waiting.
    const page = open('about:blank', '_blank');
    return run('preview', async () => {
      const { previewPath } = await send('consoleProduct', { id: row.id });
      page?.location.replace(new URL(previewPath, location.href));
    });
  };
  const calendar = () =>
    run('calendar', async () => {
      const { document } = await send('consoleProduct', { id: row.id });
      const first = document.packages[0]?.id;
      navigate(consolePaths.calendar(row.id, { package: first }));
    });
  const publish = () => run('publish', () => setState(row, 'published'));
  return { error, busy, copy, preview, calendar, publish, forget };
}

/** Why it did not work; missing data is added in the editor. */
function FailureDialog({ row, error, onClose }: { row: ProductRow; error: Act['error']; onClose(): void }) {
  const words = useWords();
  const fields = Object.entries(error?.fields ?? {});
  return (
    <Dialog open={error !== undefined} onClose={onClose} title={row.name || row.key}>
      <div className="grid gap-4">
        <Notice tone="bad" title={error?.text}>
          {fields.length > 0 && (
            <ul className="list-disc pl-5">
              {fields.map(([path, text]) => (
                <li key={path}>
                  {nameOf(path, words)}: {text}
                </li>
              ))}
            </ul>
          )}
        </Notice>
        <LinkButton className="justify-self-end" to={consolePaths.product(row.id)}>
          {words.say('account.centre.edit')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
