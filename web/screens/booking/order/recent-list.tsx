// Chooses a traveller or hotel of earlier bookings on this device, or deletes it there. Nothing is shown when there is none.
import { IconHistory, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { forgetRecent, type Recent, type RecentKind, readRecent } from './store-recent.ts';

export function RecentList({ kind, onTake }: { kind: RecentKind; onTake(recent: Recent): void }) {
  const { say } = useWords();
  const [list, setList] = useState<Recent[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => setList(readRecent(kind)), [kind]);
  if (!list.length && !open) return null;
  const title = say(kind === 'persons' ? 'order.booking.recentPersons' : 'order.booking.recentHotels');
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        <IconHistory aria-hidden="true" className="size-4" />
        {title}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title}>
        <ul className="divide-y divide-line">
          {list.map((item) => (
            <li key={item.name} className="flex items-center gap-2 py-1">
              <button
                type="button"
                className="min-h-11 min-w-0 flex-1 truncate rounded-lg px-2 text-left hover:bg-tint"
                onClick={() => {
                  onTake(item);
                  setOpen(false);
                }}
              >
                {item.name}
                {item.city && <span className="text-quiet"> · {item.city}</span>}
              </button>
              <IconButton
                Icon={IconTrash}
                label={say('order.booking.forget', { name: item.name })}
                onClick={() => setList(forgetRecent(kind, item.name))}
                className="text-bad hover:bg-canvas"
              />
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-quiet">{say('order.booking.recentHint')}</p>
      </Dialog>
    </>
  );
}
