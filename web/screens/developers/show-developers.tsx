// For developers (decision 0387): guide, reference, refusals and a form to try a call. Its texts are loaded with its call, so that the rest
// of the shop does not carry them; the guide itself is in English.

import type { OutputOf } from '../../../contract/index.ts';
import { interfacePath, paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { Badge, Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-developers';
import { CodeBox } from './code-box.tsx';
import { TryCall } from './try-call.tsx';

type Guide = OutputOf<'developerGuide'>;

export const loader = () => load('developerGuide', {});

export const meta: Route.MetaFunction = ({ matches, loaderData: guide }) =>
  describePage(matches, {
    title: guide?.words.title ?? '',
    description: guide?.words.intro ?? '',
    path: paths.developers(),
  });

const link = 'inline-flex min-h-11 min-w-11 items-center text-brand hover:underline';

export default function ShowDevelopers({ loaderData: guide }: Route.ComponentProps) {
  const { words, sections, client, calls, refusals, changes } = guide;
  const parts = [
    ...sections.map(({ id, title }) => [id, title] as const),
    ['try', words.try],
    ['calls', words.calls],
    ['refusals', words.refusals],
    ['changes', words.changes],
  ] as const;
  return (
    <div className="mx-auto max-w-4xl py-6 lg:py-8">
      <h1 className="text-2xl font-bold sm:text-3xl">{words.title}</h1>
      <p className="mt-1 max-w-prose text-quiet">{words.intro}</p>
      <p className="max-w-prose text-quiet">{words.english}</p>
      <p className="flex flex-wrap gap-x-6">
        <a href={paths.apiKeys()} className={link}>
          {words.getKey}
        </a>
        <a href={interfacePath} className={link}>
          {words.openapi}
        </a>
        <a href={client} className={link}>
          {words.client}
        </a>
      </p>
      <nav aria-label={words.contents} className="mb-6">
        <ul className="columns-1 gap-6 sm:columns-2">
          {parts.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className={link}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
        <TryCall words={words} calls={calls} />
        <Calls calls={calls} words={words} />
        <Refusals refusals={refusals} words={words} />
        <Changes changes={changes} words={words} />
      </div>
    </div>
  );
}

function Section({ id, title, text, example }: Guide['sections'][number]) {
  return (
    <section id={id} lang="en" className="scroll-mt-20">
      <h2 className="text-xl font-bold">{title}</h2>
      {text.map((one) => (
        <p key={one} className="mt-2 max-w-prose break-words">
          {one}
        </p>
      ))}
      {example && (
        <figure className="mt-3">
          <figcaption className="font-mono text-sm text-quiet">{example.name}</figcaption>
          <CodeBox label={example.name} text={example.text} />
        </figure>
      )}
    </section>
  );
}

function Calls({ calls, words }: Pick<Guide, 'calls' | 'words'>) {
  const groups = [...new Set(calls.map(({ group }) => group))];
  return (
    <section id="calls" className="scroll-mt-20">
      <h2 className="text-xl font-bold">{words.calls}</h2>
      {groups.map((group) => (
        <div key={group} lang="en" className="mt-4">
          <h3 className="font-semibold">{group}</h3>
          <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
            {calls
              .filter((call) => call.group === group)
              .map((call) => (
                <li key={call.name}>
                  <OneCall call={call} words={words} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function OneCall({ call, words }: { call: Guide['calls'][number]; words: Guide['words'] }) {
  const { name, summary, method, path, scope, idempotent, input, output } = call;
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-1">
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="font-semibold">{summary}</span>{' '}
        <code className="text-sm break-all text-quiet">{`${method} ${path}`}</code>
      </summary>
      <p className="flex flex-wrap gap-2 pb-2">
        <Badge>{name}</Badge>
        <Badge>{`${words.right}: ${scope}`}</Badge>
        {idempotent && <Badge tone="warn">{words.idempotent}</Badge>}
      </p>
      <Fields title={words.request ?? ''} fields={input} needed={words.needed ?? ''} />
      <Fields title={words.answer ?? ''} fields={output} needed="" />
    </details>
  );
}

function Fields({ title, fields, needed }: { title: string; fields: Guide['calls'][number]['input']; needed: string }) {
  if (!fields.length) return null;
  return (
    <div className="pb-3">
      <h4 className="text-sm font-semibold">{title}</h4>
      <ul className="text-sm">
        {fields.map(({ name, type, required }) => (
          <li key={name} className="py-0.5 break-words">
            <code className="font-semibold">{name}</code> <code className="text-quiet">{type}</code>{' '}
            {required && needed && <span className="text-quiet">· {needed}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Refusals({ refusals, words }: Pick<Guide, 'refusals' | 'words'>) {
  return (
    <section id="refusals" className="scroll-mt-20">
      <h2 className="text-xl font-bold">{words.refusals}</h2>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {refusals.map(({ code, text }) => (
          <div key={code} className="contents">
            <dt className="font-mono">{code}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Changes({ changes, words }: Pick<Guide, 'changes' | 'words'>) {
  return (
    <section id="changes" className="scroll-mt-20">
      <h2 className="text-xl font-bold">{words.changes}</h2>
      <Card className="mt-2">
        <ul lang="en" className="grid gap-2">
          {changes.map(({ on, text }) => (
            <li key={on}>
              <span className="font-mono text-sm text-quiet">{on}</span> {text}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
