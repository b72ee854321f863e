// The owner's agreements (§1 registration, §4 booking, privacy; rules §10): the version in force, the older ones, and writing
// the next one. A published version is never changed again.

import { IconExternalLink } from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { useDeskZone } from '../../console-kit/use-desk-me.ts';
import { load } from '../../load.ts';
import { WriteVersion } from '../../parts/console/write-version.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-agreements';

type Version = OutputOf<'consoleAgreements'>['list'][number];
type Kind = Version['kind'];
const kinds: Kind[] = ['registration', 'booking', 'privacy'];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const kindIn = (name: string) => kinds.find((kind) => kind === params.get(name));
  const { list } = await load('consoleAgreements', {});
  return { list, write: kindIn('write'), published: kindIn('published') };
}

export default function EditAgreements({ loaderData: { list, write, published } }: Route.ComponentProps) {
  const { say } = useWords();
  /** Newest first. */
  const versionsOf = (kind: Kind) =>
    list.filter((item) => item.kind === kind).sort((first, other) => other.version - first.version);
  if (write)
    return (
      <WriteVersion
        key={write}
        newest={versionsOf(write)[0]}
        back={consolePaths.agreements()}
        backText={say('site.agreement.back')}
        kind={say(`site.agreement.kind.${write}`)}
        question={say('site.agreement.publishText')}
        publish={(written) => send('consoleAgreementPublish', { kind: write, ...written })}
        draft={() => send('consoleAgreementDraft', { kind: write })}
        next={consolePaths.agreements({ published: write })}
      />
    );
  const fresh = published && versionsOf(published)[0];
  return (
    <div className="grid gap-4">
      <PageHeading text={say('site.agreement.title')} />
      {fresh && (
        <Notice
          tone="good"
          title={say('site.agreement.published', {
            kind: say(`site.agreement.kind.${fresh.kind}`),
            version: fresh.version,
          })}
        />
      )}
      {kinds.map((kind) => (
        <OneKind key={kind} kind={kind} versions={versionsOf(kind)} />
      ))}
    </div>
  );
}

function OneKind({ kind, versions: [newest, ...older] }: { kind: Kind; versions: Version[] }) {
  const { say } = useWords();
  return (
    <Card className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{say(`site.agreement.kind.${kind}`)}</h2>
        <LinkButton variant="outline" size="sm" to={`?write=${kind}`}>
          {say('site.agreement.write')}
          <span className="sr">: {say(`site.agreement.kind.${kind}`)}</span>
        </LinkButton>
      </header>
      {newest ? <VersionLine version={newest} /> : <p className="text-quiet">{say('site.agreement.none')}</p>}
      {older.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm font-medium text-brand">
            {say('site.agreement.older', { count: older.length })}
          </summary>
          <ul className="grid gap-2 border-l-2 border-line pl-4">
            {older.map((version) => (
              <li key={version.token}>
                <VersionLine version={version} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function VersionLine({ version }: { version: Version }) {
  const zone = useDeskZone();
  const { say, instant, language } = useWords();
  const title = version.titles[language] ?? version.titles.en ?? '';
  const name = say('site.agreement.version', { version: version.version });
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-medium">{title}</span>
      <span className="text-sm text-quiet">
        {name} · {say('site.agreement.since', { date: instant(version.publishedAt, zone) })}
      </span>
      <a
        href={paths.agreement(version.token)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-9 touch:min-h-11 items-center gap-1 text-sm font-semibold text-brand hover:underline"
      >
        {say('site.agreement.read')}
        <span className="sr">: {name}</span>
        <IconExternalLink aria-hidden="true" className="size-4" />
      </a>
    </p>
  );
}
