// The owner's agreements (§1 registration, §4 booking, privacy; rules §10): the version in force, the older ones, and writing
// the next one. A published version is never changed again.

import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { useDeskZone } from '../../../console-kit/use-desk-zone.ts';
import { load } from '../../../load.ts';
import { LeaveGuard } from '../../../parts/console/settings-frame.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-agreements';
import { AgreementFields, useAgreementTexts } from './agreement-fields.tsx';

type Version = OutputOf<'consoleAgreements'>['list'][number];
type Kind = Version['kind'];
const kinds: Kind[] = ['registration', 'booking', 'privacy'];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const kindIn = (name: string) => kinds.find((one) => one === params.get(name));
  const { list } = await load('consoleAgreements', {});
  return { list, write: kindIn('write'), published: kindIn('published') };
}

export default function EditAgreements({ loaderData: { list, write, published } }: Route.ComponentProps) {
  const { say } = useWords();
  /** Newest first. */
  const versionsOf = (kind: Kind) =>
    list.filter((one) => one.kind === kind).sort((one, other) => other.version - one.version);
  if (write) return <WriteVersion key={write} kind={write} newest={versionsOf(write)[0]} />;
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
        className="inline-flex min-h-9 items-center gap-1 text-sm font-semibold text-brand hover:underline"
      >
        {say('site.agreement.read')}
        <span className="sr">: {name}</span>
        <IconExternalLink aria-hidden="true" className="size-4" />
      </a>
    </p>
  );
}

function WriteVersion({ kind, newest }: { kind: Kind; newest: Version | undefined }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const draft = useAgreementTexts(newest);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const next = (newest?.version ?? 0) + 1;
  // First the guard lets go, then the page is left.
  useEffect(() => {
    if (done) navigate(consolePaths.agreements({ published: kind }), { replace: true });
  }, [done, kind, navigate]);
  const ask = (event: React.FormEvent) => {
    event.preventDefault();
    if (draft.judge()) setAsking(true);
  };
  return (
    <>
      <Link
        to={consolePaths.agreements()}
        className="inline-flex min-h-11 items-center text-sm text-brand hover:underline"
      >
        {say('site.agreement.back')}
      </Link>
      <PageHeading
        className="mb-4 text-2xl font-bold"
        text={say('site.agreement.writeTitle', { kind: say(`site.agreement.kind.${kind}`), version: next })}
      />
      <form ref={draft.ref} onSubmit={ask} noValidate className="grid gap-4">
        <AgreementFields draft={draft} />
        {draft.problem && <Notice tone="bad" title={draft.problem} />}
        <Button type="submit" className="justify-self-end">
          {say('site.agreement.publish')}
        </Button>
      </form>
      <PublishDialog
        open={asking}
        onClose={() => setAsking(false)}
        version={next}
        publish={() =>
          send('consoleAgreementPublish', { kind, ...(draft.filled() as { titles: never; texts: never }) })
        }
        onDone={() => setDone(true)}
        onFields={draft.showProblems}
      />
      <LeaveGuard dirty={draft.dirty && !done} />
    </>
  );
}

type PublishDialogProps = {
  open: boolean;
  onClose(): void;
  version: number;
  publish(): Promise<unknown>;
  onDone(): void;
  /** The server marked fields: back to the form. */
  onFields(callError: CallError): void;
};

function PublishDialog({ open, onClose, version, publish, onDone, onFields }: PublishDialogProps) {
  const words = useWords();
  const { say } = words;
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const close = () => {
    setCallError(undefined);
    onClose();
  };
  const act = async () => {
    setBusy(true);
    setCallError(undefined);
    try {
      await publish();
      onDone();
    } catch (error) {
      const failure = describeError(error, words);
      if (Object.keys(failure.fields).length) {
        // While the dialog is open nothing behind it takes the focus.
        flushSync(close);
        onFields(failure);
      } else setCallError(failure);
    }
    setBusy(false);
  };
  return (
    <Dialog open={open} onClose={close} title={say('site.agreement.publishTitle', { version })}>
      <div className="grid gap-4">
        <p>{say('site.agreement.publishText')}</p>
        {callError && <Notice tone="bad" title={callError.text} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={close} disabled={busy}>
            {say('ui.dialog.cancel')}
          </Button>
          <Button busy={busy} onClick={act}>
            {say('site.agreement.publish')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
