// The keyboard shortcuts of the order list, and the switch that turns the letters off.

import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';

const keys = [
  ['j', 'desk.key.next'],
  ['k', 'desk.key.previous'],
  ['Enter', 'desk.key.open'],
  ['x', 'desk.key.select'],
  ['c', 'desk.key.confirm'],
  ['Ctrl K', 'desk.find.open'],
  ['?', 'desk.key.help'],
] as const;
const keyClass =
  'inline-grid min-h-8 min-w-8 place-items-center whitespace-nowrap rounded-lg border border-line bg-canvas px-2 font-semibold';
const deciding: string[] = ['desk.key.select', 'desk.key.confirm'];

type KeysHelpProps = { open: boolean; onClose(): void; on: boolean; setOn(on: boolean): void; decides: boolean };

export function KeysHelp({ open, onClose, on, setOn, decides }: KeysHelpProps) {
  const { say } = useWords();
  const shown = keys.filter(([, word]) => decides || !deciding.includes(word));
  return (
    <Dialog open={open} onClose={onClose} title={say('desk.keys')}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shown.map(([key, word]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className={keyClass}>{key}</kbd>
            </dt>
            <dd>{say(word)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-line pt-2">
        <Checkbox checked={on} onValue={setOn} label={say('desk.keysOn')} />
      </div>
    </Dialog>
  );
}
