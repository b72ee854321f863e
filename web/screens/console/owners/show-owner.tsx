// One owner of the installation (decision 0315): the data it was set up with, and its first admin until that person chose a password.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { languageNames } from '../../../../domain/languages.ts';
import { isEmail } from '../../../../domain/passwords.ts';
import { currentZone } from '../../../../domain/time-zones.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { load } from '../../../load.ts';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useArrival } from '../../../parts/page/use-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/show-owner';
import { CloseOwner } from './close-owner.tsx';
import { InviteFields } from './invite-fields.tsx';
import { MoveState } from './move-state.tsx';

type OwnerView = OutputOf<'houseOwner'>;
type Invited = NonNullable<OwnerView['invited']>;

export async function loader({ params }: Route.LoaderArgs) {
  return { owner: await load('houseOwner', { id: params.id }) };
}

export default function ShowOwner({ loaderData: { owner } }: Route.ComponentProps) {
  const { say } = useWords();
  const opened = useArrival<{ opened?: boolean }>()?.opened;
  return (
    <div className="grid gap-4">
      <header>
        <BackTo to={consolePaths.owners()} text={say('house.owners')} />
        <PageHeading className="text-2xl font-bold break-words" text={owner.name} />
      </header>
      {opened && <Notice tone="good" title={say('house.opened', { name: owner.name })} />}
      <Facts owner={owner} />
      {!owner.closed && <FirstAdmin owner={owner} />}
      <CloseOwner owner={owner} />
    </div>
  );
}

function Facts({ owner }: { owner: OwnerView }) {
  const { say, join, instant, locale } = useWords();
  const zone = useDeskZone();
  const currency = new Intl.DisplayNames([locale], { type: 'currency' }).of(owner.currency) ?? '';
  const facts: [string, string][] = [
    ['house.code', owner.code],
    ['site.company.legalName', owner.legalName],
    ['site.company.legalAddress', owner.legalAddress],
    ['site.company.taxNumber', owner.taxNumber],
    ['site.setting.hosts', join(owner.hostnames)],
    ['site.setting.languages', join(owner.languages.map((each) => languageNames[each]))],
    ['site.company.currency', `${owner.currency} · ${currency}`],
    ['site.company.zone', currentZone(owner.zone)],
    ['house.since', instant(owner.createdAt, zone)],
  ];
  const cell = owner.cell !== null && (
    <>
      {owner.cell}
      <MoveState move={owner.move} />
    </>
  );
  return (
    <Card>
      <FactGrid
        className="gap-x-6 gap-y-3 sm:grid-cols-2"
        look="break-words whitespace-pre-line"
        facts={[
          ...facts.map(([word, text]) => [say(word), text || '–'] as const),
          ...(cell ? [[say('house.cell'), cell] as const] : []),
        ]}
      />
    </Card>
  );
}

function FirstAdmin({ owner: { id, invited, mail } }: { owner: OwnerView }) {
  const { say } = useWords();
  const [sentTo, setSentTo] = useState('');
  const tone = mail?.state === 'sent' ? 'good' : mail?.state === 'refused' ? 'bad' : 'warn';
  return (
    <TitledCard className="grid justify-items-start gap-3" title={say('house.step.admin')}>
      {sentTo && <Notice tone="good" title={say('partner.invited', { email: sentTo })} />}
      {invited ? (
        <>
          <p className="break-words">{say('house.invited', { name: invited.name, email: invited.email })}</p>
          {mail && (
            <Notice tone={tone} title={say(`house.mail.${mail.state}`)}>
              {mail.text && <p className="break-words">{mail.text}</p>}
            </Notice>
          )}
          <DialogButton text={say('house.invite')}>
            {(close) => (
              <Invite
                {...{ id, invited }}
                onClose={close}
                onDone={(email) => {
                  setSentTo(email);
                  close();
                }}
              />
            )}
          </DialogButton>
        </>
      ) : (
        <p className="max-w-prose">{say('house.entered')}</p>
      )}
    </TitledCard>
  );
}

type InviteProps = { id: string; invited: Invited; onClose(): void; onDone(email: string): void };

function Invite({ id, invited, onClose, onDone }: InviteProps) {
  const { say } = useWords();
  const form = useDraft({
    initial: invited,
    needs: ['name'],
    judge: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : say('ui.field.emailFormat') }),
    save: async (draft) => {
      await send('houseInvite', { id, ...draft });
      return draft.email.trim();
    },
    onDone,
  });
  return (
    <DialogForm form={form} act={say('house.sendLink')} onClose={onClose}>
      <p>{say('house.inviteHint')}</p>
      <InviteFields form={form} />
    </DialogForm>
  );
}
