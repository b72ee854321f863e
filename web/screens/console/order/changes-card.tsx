// An order's details before and after each change, and who made it; numbers of documents are masked.
import type { OutputOf } from '../../../../contract/index.ts';
import { showValue } from '../../../parts/booking/field-words.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';

type Change = OutputOf<'consoleOrderChanges'>['list'][number];

const contactWords: Record<string, string> = {
  name: 'account.detail.name',
  email: 'account.detail.email',
  areaCode: 'account.detail.areaCode',
  phone: 'order.list.column.phone',
};

/** "travellers.0.102": the field, and its traveller. */
function nameField({ say, intl }: Words, path: string): string {
  const [of, ...rest] = path.split('.');
  const name = rest.at(-1) ?? '';
  const word = of === 'contact' ? contactWords[name] : `order.traveller.${name}`;
  const field = word && intl.messages[word] ? say(word) : name;
  return of === 'travellers' ? say('desk.changes.traveller', { number: Number(rest[0]) + 1, field }) : field;
}

function sayValue(words: Words, path: string, value: string): string {
  return value ? showValue(path.split('.').at(-1) ?? '', value, words) : '–';
}

export function ChangesCard({ changes, zone }: { changes: Change[]; zone: string }) {
  const words = useWords();
  const { colon, say, instant } = words;
  if (!changes.length) return null;
  return (
    <Card>
      <h2 className="text-lg font-bold">{say('desk.changes.title')}</h2>
      <p className="mb-2 text-sm text-quiet">{say('desk.changes.hint')}</p>
      <ol className="divide-y divide-line">
        {changes.map(({ id, by, name, at, changes: list }) => (
          <li key={id} className="grid gap-2 py-3">
            <p className="text-sm text-quiet">
              {instant(at, zone)} · {by === 'link' ? say('desk.changes.link') : name}
            </p>
            <dl className="grid gap-2">
              {list.map(({ path, from, to }) => (
                <div key={path} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  <dt className="min-w-0 text-sm font-medium break-words">{nameField(words, path)}</dt>
                  <dd className="min-w-0 break-words">
                    <span className="sr">{colon(say('staff.log.before'))}</span>
                    <del className="text-quiet" suppressHydrationWarning>
                      {sayValue(words, path, from)}
                    </del>{' '}
                    <span aria-hidden="true">→ </span>
                    <span className="sr">{colon(say('staff.log.after'))}</span>
                    <ins className="no-underline" suppressHydrationWarning>
                      {sayValue(words, path, to)}
                    </ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </Card>
  );
}
