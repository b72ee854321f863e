// What can be done with a product from the list (decisions §10): preview, copy, publish, withdraw. The newest state is asked for
// first, so that the list need not be fresh.
import { IconCalendarMonth, IconCopy, IconEdit, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { type Told, tellFailure } from '../../tell-failure.ts';
import { useWords } from '../../use-words.ts';
import { ActDialog } from '../act.tsx';
import { nameOf } from './name-paths.ts';

export type ProductRow = OutputOf<'consoleProducts'>['list'][number];

export function ProductActs({ row }: { row: ProductRow }) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState<string>();
  const [withdrawing, setWithdrawing] = useState(false);
  const run = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      setTold(tellFailure(error, words));
    }
    setBusy(undefined);
  };
  const setState = async (state: 'published' | 'withdrawn') => {
    const { revision } = await send('consoleProduct', { id: row.id });
    await send('consoleProductState', { id: row.id, revision, state });
    await revalidate();
  };
  const copy = () =>
    run('copy', async () => navigate(`/console/products/${(await send('consoleProductCopy', { id: row.id })).id}`));
  const preview = () => {
    // Opened at once: browsers let nothing open after waiting.
    const page = open('about:blank', '_blank');
    return run('preview', async () => {
      const { previewPath } = await send('consoleProduct', { id: row.id });
      page?.location.replace(previewPath);
    });
  };
  const calendar = () =>
    run('calendar', async () => {
      const { document } = await send('consoleProduct', { id: row.id });
      const first = document.packages[0]?.id;
      navigate(`/console/products/${row.id}/calendar${first ? `?package=${first}` : ''}`);
    });
  const act = { variant: 'quiet', size: 'sm' } as const;
  const of = <span className="sr">: {row.name || row.key}</span>;
  return (
    <div className="flex flex-wrap gap-1">
      <LinkButton {...act} to={`/console/products/${row.id}`}>
        <IconEdit aria-hidden="true" className="size-4" />
        {say('uc.edit')}
        {of}
      </LinkButton>
      <Button {...act} busy={busy === 'calendar'} onClick={calendar}>
        <IconCalendarMonth aria-hidden="true" className="size-4" />
        {say('stock.title')}
        {of}
      </Button>
      <Button {...act} busy={busy === 'preview'} onClick={preview}>
        <IconExternalLink aria-hidden="true" className="size-4" />
        {say('catalogue.preview')}
        {of}
      </Button>
      <Button {...act} busy={busy === 'copy'} onClick={copy}>
        <IconCopy aria-hidden="true" className="size-4" />
        {say('catalogue.copy')}
        {of}
      </Button>
      {row.state === 'published' ? (
        <Button {...act} onClick={() => setWithdrawing(true)}>
          {say('catalogue.withdraw')}
          {of}
        </Button>
      ) : (
        <Button {...act} busy={busy === 'publish'} onClick={() => run('publish', () => setState('published'))}>
          {say('catalogue.publish')}
          {of}
        </Button>
      )}
      <ActDialog
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
        title={say('catalogue.withdrawTitle', { name: row.name || row.key })}
        act={say('catalogue.withdraw')}
        danger
        work={() => setState('withdrawn')}
      >
        <p>{say('catalogue.withdrawText')}</p>
      </ActDialog>
      <FailureDialog row={row} told={told} onClose={() => setTold(undefined)} />
    </div>
  );
}

/** Why it did not work; what is missing is mended in the editor. */
function FailureDialog({ row, told, onClose }: { row: ProductRow; told: Told | undefined; onClose(): void }) {
  const words = useWords();
  const fields = Object.entries(told?.fields ?? {});
  return (
    <Dialog open={told !== undefined} onClose={onClose} title={row.name || row.key} close={words.say('dialog.close')}>
      <div className="grid gap-4">
        <Notice tone="bad" title={told?.text}>
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
        <LinkButton className="justify-self-end" to={`/console/products/${row.id}`}>
          {words.say('uc.edit')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
