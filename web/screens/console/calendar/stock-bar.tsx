// Below the sheet: how many cells changed, saving with progress, and a way to resolve cells that another person changed meanwhile.

import { Link, useSearchParams } from 'react-router';
import { BarFrame } from '../../../console-kit/edit-form.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { findSku, isPlaces, nameCell, noneLabelOf } from './cell-kinds.ts';
import { type Calendar, monthOf, splitKey, writeCell } from './stock-cells.ts';
import type { Conflict, Stock } from './use-stock.ts';

const mostNamed = 8;

type StockBarProps = { stock: Stock; skus: Calendar['skus']; month: string; onSave(): void };

export function StockBar({ stock, skus, month, onSave }: StockBarProps) {
  const { say } = useWords();
  const { edits, progress, saved, problem } = stock;
  const above = (
    <>
      {problem && (
        <Notice tone="bad" title={problem}>
          {stock.conflicts.length > 0 && <Conflicts stock={stock} skus={skus} />}
        </Notice>
      )}
      <OtherMonths edits={edits} month={month} />
      {saved && <Notice tone="good" title={say('inventory.savedNotice')} />}
    </>
  );
  return (
    <BarFrame status={edits.size > 0 ? say('inventory.changedCells', { count: edits.size }) : ''} above={above}>
      {progress && (
        <progress
          className="h-2 w-40 accent-brand"
          aria-label={say('inventory.saving')}
          max={progress.of}
          value={progress.done}
        />
      )}
      {edits.size > 0 && (
        <Button variant="outline" disabled={progress !== undefined} onClick={stock.discard}>
          {say('editing.discard')}
        </Button>
      )}
      <Button disabled={edits.size === 0} busy={progress !== undefined} onClick={onSave}>
        {say('site.setting.save')}
      </Button>
    </BarFrame>
  );
}

/** Filling days and copying a month change cells that are not on the screen. */
function OtherMonths({ edits, month }: { edits: Stock['edits']; month: string }) {
  const { colon, say, day } = useWords();
  const [params] = useSearchParams();
  const months = [...new Set([...edits.keys()].map(monthOf))].filter((other) => other !== month).sort();
  if (!months.length) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      {colon(say('inventory.alsoIn'))}
      {months.map((other) => (
        <Link
          key={other}
          to={`?${new URLSearchParams({ ...Object.fromEntries(params), month: other })}`}
          preventScrollReset
          className="text-brand underline"
        >
          {day(`${other}-01`, 'month')}
        </Link>
      ))}
    </p>
  );
}

function Conflicts({ stock, skus }: { stock: Stock; skus: Calendar['skus'] }) {
  const { say } = useWords();
  const all = stock.conflicts.map((conflict) => conflict.key);
  const more = all.length - mostNamed;
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1 text-sm">
        {stock.conflicts.slice(0, mostNamed).map((conflict) => (
          <li key={conflict.key} className="flex flex-wrap items-center gap-x-3">
            <ConflictLine stock={stock} skus={skus} conflict={conflict} />
            <Button variant="quiet" size="sm" onClick={() => stock.settle([conflict.key], false)}>
              {say('inventory.takeTheirs')}
            </Button>
            {conflict.tooLow && (
              <Button variant="quiet" size="sm" onClick={() => stock.settle([conflict.key], true)}>
                {say('inventory.setTo', { value: conflict.inUse })}
              </Button>
            )}
          </li>
        ))}
        {more > 0 && <li>{say('inventory.andMore', { count: more })}</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => stock.settle(all, false)}>
          {say('inventory.takeAllTheirs')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => stock.settle(all, true)}>
          {say(stock.conflicts.every((conflict) => conflict.tooLow) ? 'inventory.sellNoMore' : 'inventory.keepMine')}
        </Button>
      </div>
    </div>
  );
}

function ConflictLine({ stock, skus, conflict }: { stock: Stock; skus: Calendar['skus']; conflict: Conflict }) {
  const words = useWords();
  const { say } = words;
  const { on, session, what } = splitKey(conflict.key);
  const name = nameCell(say, what, findSku(skus, what));
  const present = writeCell(what, conflict.present, stock.currency);
  return (
    <span>
      {words.colon(
        words.join(
          [on.startsWith('9999') ? say('inventory.openTicket') : words.day(on, 'short'), session, name].filter(Boolean),
        ),
      )}
      {say('inventory.nowIs', { value: present || say(noneLabelOf(what)) })}
      {isPlaces(what) && conflict.inUse > 0 && ` (${say('inventory.inUse', { count: conflict.inUse })})`}
    </span>
  );
}
