// A group's travellers from a pasted list or a file (§4): a preview shows what was recognised before anything is filled in.

import { IconListDetails } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ReadPerson, readNameList } from '../../../../domain/name-list.ts';
import { checkField, fieldRow } from '../../../../domain/traveller-fields.ts';
import { showValue, wordsForList } from '../../../parts/booking/field-words.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { LabelledField, TextInput } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type NameListProps = { fields: string[]; count: number; onTake(persons: Record<string, string>[]): void };

export function NameList({ fields, count, onTake }: NameListProps) {
  const words = useWords();
  const { say } = words;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [taken, setTaken] = useState(0);
  const listWords = useMemo(() => wordsForList(fields, words), [fields, words]);
  const persons = useMemo(
    () => (text.trim() ? readNameList(text, fields, listWords).persons : []),
    [text, fields, listWords],
  );
  const columns = words.intl.formatList(
    fields.map((name) => say(`order.traveller.${name}`)),
    { type: 'conjunction' },
  );
  const take = () => {
    const used = persons.slice(0, count).map((person) => person.values);
    onTake(used);
    setTaken(used.length);
    setText('');
    setOpen(false);
  };
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="outline" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconListDetails aria-hidden="true" className="size-4" />
          {say('order.booking.list')}
        </Button>
      </div>
      <p role="status" className={taken ? 'text-sm text-good' : 'sr'}>
        {taken > 0 && say('order.booking.listTaken', { count: taken })}
      </p>
      {open && (
        <div className="grid gap-3 rounded-lg border border-line p-4">
          <AreaField
            label={say('order.booking.listText')}
            hint={say('order.booking.listHint', { columns })}
            rows={5}
            value={text}
            onValue={setText}
          />
          <ListFile onRead={setText} />
          {persons.length > 0 && <Preview persons={persons} fields={fields} count={count} words={words} />}
          <Button disabled={!persons.length} onClick={take} className="justify-self-start">
            {say('order.booking.listUse')}
          </Button>
        </div>
      )}
    </div>
  );
}

function ListFile({ onRead }: { onRead(text: string): void }) {
  const { say } = useWords();
  const [isText, setIsText] = useState(true);
  return (
    <LabelledField label={say('order.booking.listFile')} error={isText ? undefined : say('order.booking.listNoText')}>
      {(ids) => (
        <TextInput
          ids={ids}
          type="file"
          accept=".csv,.tsv,.txt,text/*"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (!file) return;
            const text = await readText(file);
            setIsText(text !== undefined);
            if (text !== undefined) onRead(text);
          }}
        />
      )}
    </LabelledField>
  );
}

/**
 * Spreadsheets in China still write GB 18030; a file that is not UTF-8 is read as that. Excel's "Unicode text" is UTF-16. Undefined for
 * a file that is no text, as a spreadsheet itself.
 */
async function readText(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 500_000).arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

type PreviewProps = { persons: ReadPerson[]; fields: string[]; count: number; words: Words };

function Preview({ persons, fields, count, words }: PreviewProps) {
  const { colon, say } = words;
  return (
    <div className="grid gap-2">
      <p className="font-semibold" aria-live="polite">
        {colon(say('order.booking.listPreview'))}
        {say('order.booking.listCount', { count: persons.length })}
      </p>
      {persons.length > count && <Notice tone="warn" title={say('order.booking.listTooMany', { count })} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is moved by the keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={say('order.booking.listPreview')}>
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th className="p-2">#</th>
              {fields.map((name) => (
                <th key={name} className="p-2 whitespace-nowrap">
                  {say(`order.traveller.${name}`)}
                </th>
              ))}
              <th className="p-2">{say('order.booking.listUnread')}</th>
            </tr>
          </thead>
          <tbody>
            {persons.map((person, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no name but their number
              <tr key={at} className={`border-t border-line ${at < count ? '' : 'text-quiet line-through'}`}>
                <td className="p-2">{at + 1}</td>
                {fields.map((name) => (
                  <PreviewCell key={name} name={name} value={person.values[name]} words={words} />
                ))}
                <td className="p-2 text-warn">{words.join(person.unread.map((cell) => cell.text))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function PreviewCell({ name, value, words }: { name: string; value: string | undefined; words: Words }) {
  const row = fieldRow(name);
  const problem = checkField(name, value);
  return (
    <td className="p-2">
      {value && <span className="block">{showValue(name, value, words)}</span>}
      {problem && (
        <span className="block text-bad">
          {words.say(`ui.field.${problem}`, { min: row?.least ?? 0, max: row?.most ?? row?.max ?? 0 })}
        </span>
      )}
    </td>
  );
}
