// One partner for the owner's staff (§1, rules §3): its data, approval, price level, freezing, its accounts.

import { useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { DraftProblem } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { load } from '../../../load.ts';
import { PartnerDocuments } from '../../../parts/account/partner-documents.tsx';
import { DecideChange } from '../../../parts/console/decide-change.tsx';
import { isErasedPartner } from '../../../parts/console/erased-partner.ts';
import { LogLine } from '../../../parts/console/log.tsx';
import { levelOptions } from '../../../parts/console/name-level.ts';
import {
  ApprovalBadge,
  FrozenBadge,
  PartnerContacts,
  PartnerFacts,
  type PartnerView,
} from '../../../parts/console/partner-facts.tsx';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useArrival } from '../../../parts/page/use-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/handle-partner';
import { OpenInterface } from './open-interface.tsx';
import { PartnerAccounts } from './partner-accounts.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  const [partner, documents, keys, me] = await Promise.all([
    load('consolePartner', { id: params.id }),
    load('consolePartnerDocuments', { id: params.id }),
    load('consolePartnerKeys', { id: params.id }),
    load('consoleMe', {}),
  ]);
  const admin = me.roles.includes('admin');
  const finance = admin || me.roles.includes('finance');
  return { partner, documents: documents.list, keys, admin, finance, service: me.customerService };
}

export default function HandlePartner({ loaderData }: Route.ComponentProps) {
  const { partner, documents, keys, admin, finance, service } = loaderData;
  const { say } = useWords();
  const erased = isErasedPartner(partner);
  const invited = useArrival<{ invited?: string }>()?.invited;
  return (
    <div className="grid gap-4">
      <PartnerHead partner={partner} admin={admin} finance={finance} erased={erased} />
      {invited && <Notice tone="good" title={say('partner.invited', { email: invited })} />}
      {partner.change && (
        <TitledCard title={say('partner.change.title')}>
          <DecideChange change={partner.change} />
        </TitledCard>
      )}
      <PartnerFacts partner={partner} />
      <PartnerContacts data={partner.data} />
      <Documents id={partner.id} list={documents} />
      {admin && !erased && <LevelForm key={partner.id} partner={partner} />}
      {partner.registrant !== 'individual' && !erased && (
        <OpenInterface id={partner.id} name={partner.name} keys={keys} />
      )}
      <PartnerAccounts partner={partner} customerService={service} />
      <Card>
        <h2 className="text-lg font-bold">{say('partner.log')}</h2>
        {partner.log.length === 0 ? (
          <p className="mt-2 text-quiet">{say('staff.log.none')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {partner.log.map((entry) => (
              <li key={entry.id} className="py-3">
                <LogLine entry={{ ...entry, subject: '' }} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

type HeadProps = { partner: PartnerView; finance: boolean; erased: boolean };

function PartnerHead({ partner, admin, finance, erased }: HeadProps & { admin: boolean }) {
  const { say } = useWords();
  return (
    <header>
      <BackTo to={consolePaths.partners()} text={say('partner.title')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <PageHeading className="text-2xl font-bold break-words" text={partner.name || say('privacy.contactErased')} />
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <ApprovalBadge approval={partner.approval} />
            {partner.frozen && <FrozenBadge />}
            {!erased && (
              <span className="min-w-0 break-words text-quiet">
                {partner.mainName} · {partner.mainEmail}
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <PartnerPages partner={partner} finance={finance} erased={erased} />
          {!erased && <PartnerActs partner={partner} admin={admin} />}
        </div>
      </div>
    </header>
  );
}

function Documents({ id, list }: { id: string; list: OutputOf<'consolePartnerDocuments'>['list'] }) {
  return (
    <PartnerDocuments
      list={list}
      hrefOf={(documentId) => fileAddress('consoleDocument', { id, documentId })}
      uploadTo={(values) => fileAddress('consoleDocumentUpload', { id, ...values })}
      mayDelete={() => true}
      onDelete={(documentId) => send('consoleDocumentDelete', { id, documentId })}
    />
  );
}

/** The parts of a partner that have a separate page. */
function PartnerPages({ partner: { id, registrant }, finance, erased }: HeadProps) {
  const { say } = useWords();
  return (
    <>
      {!erased && (
        <LinkButton to={consolePaths.editPartner(id)} variant="outline">
          {say('partner.edit')}
        </LinkButton>
      )}
      {registrant !== 'individual' && (
        <LinkButton to={consolePaths.contract(id)} variant="outline">
          {say('site.contract.open')}
        </LinkButton>
      )}
      {finance && registrant !== 'individual' && (
        <LinkButton to={consolePaths.balance(id)} variant="outline">
          {say('payment.balance.title')}
        </LinkButton>
      )}
    </>
  );
}

type Act = 'approve' | 'disapprove' | 'freeze' | 'unfreeze';

function PartnerActs({ partner, admin }: { partner: PartnerView; admin: boolean }) {
  const { say } = useWords();
  const mayPick = admin || !partner.levelGiven;
  const [level, setLevel] = useState(partner.levelGiven ? partner.level : partner.level || partner.defaultLevel);
  const waiting = partner.approval === 'waiting';
  const acts: { act: Act; look: 'primary' | 'outline' | 'danger'; shown: boolean }[] = [
    { act: 'approve', look: 'primary', shown: waiting },
    { act: 'disapprove', look: 'danger', shown: waiting },
    { act: 'freeze', look: 'danger', shown: !partner.frozen },
    { act: 'unfreeze', look: 'outline', shown: partner.frozen },
  ];
  const work = (act: Act, reason: string): Promise<unknown> => {
    const { id, revision } = partner;
    if (act === 'approve') return send('consolePartnerDecide', { id, revision, approve: true, level });
    if (act === 'disapprove') return send('consolePartnerDecide', { id, revision, approve: false, reason });
    return send('consolePartnerFreeze', { id, revision, frozen: act === 'freeze', reason });
  };
  const reasons: Record<Act, { hint: string; required: boolean } | undefined> = {
    approve: undefined,
    disapprove: { hint: say('partner.reasonApplicant'), required: true },
    freeze: { hint: say('partner.reasonLog'), required: true },
    unfreeze: { hint: say('partner.reasonLog'), required: false },
  };
  return (
    <div className="flex flex-wrap gap-3">
      {acts
        .filter((item) => item.shown)
        .map(({ act, look }) => (
          <ActionButton
            key={act}
            variant={look}
            title={say(`partner.${act}Title`, { name: partner.name })}
            act={say(`partner.${act}`)}
            danger={look === 'danger'}
            reason={reasons[act]}
            work={(reason) => work(act, reason)}
          >
            <p>{say(`partner.${act}Text`)}</p>
            {act === 'approve' && mayPick && <PickLevel names={partner.levelNames} level={level} onPick={setLevel} />}
          </ActionButton>
        ))}
    </div>
  );
}

type PickLevelProps = { names: string[]; level: number; error?: string; onPick(level: number): void };

function PickLevel({ names, level, error, onPick }: PickLevelProps) {
  const words = useWords();
  return (
    <ChoiceField
      name="level"
      className="!w-auto"
      label={words.say('partner.levelLabel')}
      error={error}
      value={String(level)}
      options={levelOptions(words, names, priceLevels)}
      onValue={(one) => onPick(Number(one))}
    />
  );
}

const agentTypes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function LevelForm({ partner }: { partner: PartnerView }) {
  const { say } = useWords();
  const { id, revision, level, agentType } = partner;
  const form = useDraft({
    initial: { level, agentType },
    revision,
    save: (draft, seen) => send('consolePartnerLevel', { id, revision: Number(seen), ...draft }),
    async read() {
      const newest = await send('consolePartner', { id });
      return { draft: { level: newest.level, agentType: newest.agentType }, revision: newest.revision };
    },
  });
  return (
    <TitledCard title={say('partner.level')}>
      {form.error && <DraftProblem form={form} />}
      {form.done && <Notice tone="good" title={form.done.text} />}
      <form ref={form.ref} className="mt-3 grid justify-items-start gap-4" onSubmit={form.submit}>
        <PickLevel
          names={partner.levelNames}
          level={form.draft.level}
          error={form.fields.level}
          onPick={(level) => form.change({ level })}
        />
        <ChoiceField
          {...form.field('agentType')}
          className="!w-auto"
          label={say('partner.agentType')}
          hint={say('partner.agentTypeHint')}
          options={agentTypes}
          word="order.list.source"
        />
        <Button type="submit" variant="outline" busy={form.busy !== undefined} disabled={!form.dirty}>
          {say('site.setting.save')}
        </Button>
      </form>
    </TitledCard>
  );
}
