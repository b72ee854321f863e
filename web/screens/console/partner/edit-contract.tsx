// The contract of one distributor (§2 agreement/{token}): its versions with who accepted them, and publishing the next one.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { load } from '../../../load.ts';
import { WriteVersion } from '../../../parts/console/write-version.tsx';
import { LongText } from '../../../parts/page/long-text.tsx';
import { useArrival } from '../../../parts/page/use-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-contract';

type Version = OutputOf<'consoleContracts'>['list'][number];

export async function loader({ params: { id }, request }: Route.LoaderArgs) {
  const [{ name }, { list }, { roles }] = await Promise.all([
    load('consolePartner', { id }),
    load('consoleContracts', { id }),
    load('consoleMe', {}),
  ]);
  const admin = roles.includes('admin');
  return { id, name, list, admin, write: admin && new URL(request.url).searchParams.has('write') };
}

export default function EditContract({ loaderData: { id, name, list, admin, write } }: Route.ComponentProps) {
  const { say } = useWords();
  const published = useArrival<{ published?: boolean }>()?.published;
  const [newest] = list;
  if (write)
    return (
      <WriteVersion
        newest={newest}
        back={consolePaths.contract(id)}
        backText={say('site.contract.back')}
        kind={say('site.contract.title', { name })}
        question={say('site.contract.publishText')}
        publish={(written) => send('consoleContractPublish', { id, ...written })}
        next={{ to: consolePaths.contract(id), state: { published: true } }}
      />
    );
  return (
    <div className="grid max-w-3xl gap-4">
      <EditHead back={consolePaths.partner(id)} backText={name} title={say('site.contract.title', { name })} />
      {admin && (
        <LinkButton variant="outline" className="justify-self-start" to={consolePaths.contract(id, { write: 1 })}>
          {say('site.agreement.write')}
        </LinkButton>
      )}
      {published && newest && (
        <Notice tone="good" title={say('site.contract.published', { version: newest.version })} />
      )}
      {list.map((version) => (
        <OneVersion key={version.version} version={version} open={version === newest} />
      ))}
      {!newest && <EmptyState title={say('site.contract.none')}>{say('site.contract.noneHint')}</EmptyState>}
    </div>
  );
}

function OneVersion({ version, open }: { version: Version; open: boolean }) {
  const zone = useDeskZone();
  const { say, instant, language } = useWords();
  const { acceptedAt, acceptedName: name } = version;
  return (
    <Card>
      <details open={open}>
        <summary className="min-h-11 content-center">
          <span className="font-medium">{version.titles[language] ?? version.titles.en}</span>{' '}
          <span className="text-sm text-quiet">
            {say('site.agreement.version', { version: version.version })} ·{' '}
            {say('site.agreement.since', { date: instant(version.publishedAt, zone) })}
          </span>
        </summary>
        <LongText text={version.texts[language] ?? version.texts.en ?? ''} />
      </details>
      <p className={`mt-2 text-sm font-medium ${acceptedAt ? 'text-good' : 'text-quiet'}`}>
        {acceptedAt
          ? say('account.contract.accepted', { date: instant(acceptedAt, zone), name })
          : say('account.contract.notAccepted')}
      </p>
    </Card>
  );
}
