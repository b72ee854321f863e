// Entries of the log (rules §10): when, who, for whom, what, and what changed by it.

import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { useDeskMe, useDeskZone } from '../../console-kit/use-desk-me.ts';
import { useWords, type Words } from '../use-words.ts';

type LogEntry = OutputOf<'consoleLog'>['list'][number];
type Fields = LogEntry['before'];

/** Actions and fields without a text yet are shown by their keys. */
const nameOr = (words: Words, key: string, plain: string) => (words.intl.messages[key] ? words.say(key) : plain);

export const nameAction = (words: Words, act: string) => nameOr(words, `staff.action.${act}`, act);

const fieldWords: Record<string, string> = {
  approval: 'partner.approval',
  frozen: 'partner.frozen',
  level: 'partner.level',
  levelNames: 'partner.level.names',
  defaultLevel: 'partner.level.default',
  agentType: 'partner.agentType',
  note: 'partner.note',
  contacts: 'partner.contacts',
  registrant: 'partner.kind',
  reason: 'console.why',
  status: 'console.status',
  roles: 'staff.roles',
  active: 'staff.active',
  secondFactor: 'staff.factor',
};

/** The fields of a product have the names of the editor. */
function nameField(words: Words, act: string, name: string): string {
  const plain = nameOr(words, fieldWords[name] ?? `account.detail.${name}`, name);
  return act === 'product-saved' ? nameOr(words, `editing.field.${name}`, plain) : plain;
}

export function LogLine({ entry }: { entry: LogEntry }) {
  const zone = useDeskZone();
  const words = useWords();
  return (
    <div className="grid gap-1 text-sm">
      <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)]">
        <time dateTime={entry.at} className="text-quiet">
          {words.instant(entry.at, zone)}
        </time>
        <div className="min-w-0">
          <p className="font-semibold">{nameAction(words, entry.act)}</p>
          {entry.subject && <Subject entry={entry} />}
        </div>
        <div className="min-w-0 break-words">
          <p>{entry.staffName}</p>
          {entry.actingFor && (
            <p className="text-quiet">{words.say('staff.log.actingFor', { name: entry.actingFor })}</p>
          )}
        </div>
      </div>
      <Changes entry={entry} />
    </div>
  );
}

const pathOf: Record<string, (id: string) => string> = {
  order: consolePaths.order,
  partner: consolePaths.partner,
  supplier: consolePaths.supplier,
  product: consolePaths.product,
  owner: consolePaths.owner,
};

/** "partner 5" as text: the kind, and the name or another value that identifies it. */
function Subject({ entry: { subject, subjectName } }: { entry: LogEntry }) {
  const words = useWords();
  const { roles } = useDeskMe();
  const [first = '', second = '', ...others] = subject.split(' ');
  const isKind = (name: string) => `staff.subject.${name}` in words.intl.messages;
  const both = first + second.slice(0, 1).toUpperCase() + second.slice(1);
  const [kind, rest] = isKind(both) ? [both, others] : [first, [second, ...others]];
  const name = subjectName || rest.join(' ');
  // Shops have a page in the installation's back office only.
  const leads = (subjectName && (kind !== 'owner' || roles.includes('house'))) || kind === 'order';
  const path = leads ? pathOf[kind]?.(rest.join(' ').split('-')[0] ?? '') : undefined;
  return (
    <p className="break-words text-quiet">
      {nameOr(words, `staff.subject.${kind}`, kind)}{' '}
      {path ? (
        <Link to={path} className="text-brand hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  );
}

function Changes({ entry: { act, before, after } }: { entry: LogEntry }) {
  const words = useWords();
  const { say } = words;
  const changed = changedFields(before, after);
  if (changed.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-brand hover:underline sm:min-h-9">
        {say('staff.log.changes', { count: changed.length })}
      </summary>
      <table className="mt-1 w-full max-w-3xl table-fixed text-left">
        <thead className="text-xs text-quiet">
          <tr>
            {['field', 'before', 'after'].map((item) => (
              <th key={item} scope="col" className="py-1 pr-3 font-semibold">
                {say(`staff.log.${item}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {changed.map((name) => (
            <tr key={name}>
              <th scope="row" className="py-1 pr-3 font-medium break-words">
                {nameField(words, act, name)}
              </th>
              {[before, after].map((side, at) => (
                <td key={at === 0 ? 'before' : 'after'} className="py-1 pr-3 break-words whitespace-pre-wrap">
                  {showValue(side?.[name], words)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function changedFields(before: Fields, after: Fields): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const textOf = (value: unknown) => JSON.stringify(value ?? null);
  return [...names].filter((name) => textOf(before?.[name]) !== textOf(after?.[name]));
}

function showValue(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return words.say(value ? 'staff.log.yes' : 'staff.log.no');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return words.join(value) || '–';
  return JSON.stringify(value, null, 1);
}
