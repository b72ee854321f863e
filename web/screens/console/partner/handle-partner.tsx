// One partner for the owner's staff (§1, rules §3): who it is, approve or disapprove, price level, freezing, its accounts.

import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActDialog, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { load } from '../../../load.ts';
import { LogLine } from '../../../parts/console/log.tsx';
import {
  ApprovalBadge,
  FrozenBadge,
  PartnerContacts,
  PartnerFacts,
  type PartnerView,
} from '../../../parts/console/partner-facts.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectInput } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/handle-partner';
import { PartnerAccounts } from './partner-accounts.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  const [partner, me] = await Promise.all([load('consolePartner', { id: params.id }), load('consoleMe', {})]);
  return { partner, admin: me.roles.includes('admin'), customerService: me.customerService };
}

export default function HandlePartner({ loaderData: { partner, admin, customerService } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <header>
        <Link to={consolePaths.partners()} className="inline-flex min-h-11 items-center text-brand hover:underline">
          ‹ {say('partners.title')}
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <PageHeading className="text-2xl font-bold break-words" text={partner.name} />
            <p className="mt-1 flex flex-wrap items-center gap-2">
              <ApprovalBadge approval={partner.approval} />
              {partner.frozen && <FrozenBadge />}
              <span className="min-w-0 break-words text-quiet">
                {partner.mainName} · {partner.mainEmail}
              </span>
            </p>
          </div>
          <PartnerActs partner={partner} />
        </div>
      </header>
      <PartnerFacts partner={partner} />
      <PartnerContacts data={partner.data} />
      {admin && <LevelForm key={partner.revision} partner={partner} />}
      <PartnerAccounts partner={partner} customerService={customerService} />
      <Card>
        <h2 className="text-lg font-bold">{say('partners.log')}</h2>
        {partner.log.length === 0 ? (
          <p className="mt-2 text-quiet">{say('log.none')}</p>
        ) : (
          <>
            <p className="text-sm text-quiet">{say('log.utc')}</p>
            <ul className="divide-y divide-line">
              {partner.log.map((entry) => (
                <li key={entry.id} className="py-3">
                  <LogLine entry={entry} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </div>
  );
}

type Act = 'approve' | 'disapprove' | 'freeze' | 'unfreeze';

function PartnerActs({ partner }: { partner: PartnerView }) {
  const { say } = useWords();
  const [asked, setAsked] = useState<Act>();
  const waiting = partner.approval === 'waiting';
  const acts: { act: Act; look: 'primary' | 'outline' | 'danger'; shown: boolean }[] = [
    { act: 'approve', look: 'primary', shown: waiting },
    { act: 'disapprove', look: 'danger', shown: waiting },
    { act: 'freeze', look: 'danger', shown: !partner.frozen },
    { act: 'unfreeze', look: 'outline', shown: partner.frozen },
  ];
  const work = (reason: string): Promise<unknown> => {
    const { id, revision } = partner;
    if (asked === 'approve' || asked === 'disapprove')
      return send('consolePartnerDecide', { id, revision, approve: asked === 'approve', reason });
    return send('consolePartnerFreeze', { id, revision, frozen: asked === 'freeze', reason });
  };
  const reasons: Record<Act, { hint: string; required: boolean } | undefined> = {
    approve: undefined,
    disapprove: { hint: say('partners.reasonApplicant'), required: true },
    freeze: { hint: say('partners.reasonLog'), required: true },
    unfreeze: { hint: say('partners.reasonLog'), required: false },
  };
  return (
    <div className="flex flex-wrap gap-3">
      {acts
        .filter((one) => one.shown)
        .map(({ act, look }) => (
          <Button key={act} variant={look} onClick={() => setAsked(act)}>
            {say(`partners.${act}`)}
          </Button>
        ))}
      <ActDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? say(`partners.${asked}Title`, { name: partner.name }) : ''}
        act={asked ? say(`partners.${asked}`) : ''}
        danger={asked === 'disapprove' || asked === 'freeze'}
        reason={asked && reasons[asked]}
        work={work}
      >
        {asked && <p>{say(`partners.${asked}Text`)}</p>}
      </ActDialog>
    </div>
  );
}

const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const agentTypes = [...levels, 10];

function LevelForm({ partner }: { partner: PartnerView }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [level, setLevel] = useState(partner.level);
  const [agentType, setAgentType] = useState(partner.agentType);
  const changed = level !== partner.level || agentType !== partner.agentType;
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setCallError(undefined);
    try {
      await send('consolePartnerLevel', { id: partner.id, revision: partner.revision, level, agentType });
      await revalidate();
    } catch (error) {
      setCallError(describeError(error, words));
    }
    setBusy(false);
  };
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{say('partners.level')}</h2>
      {callError?.text && !callError.fields.level && <ActProblem text={callError.text} code={callError.code} />}
      <form
        className="mt-3 grid justify-items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Choice
          name="level"
          label={say('partners.levelLabel')}
          error={callError?.fields.level}
          value={level}
          options={levels.map((one) => [one, String(one)])}
          onChange={setLevel}
        />
        <Choice
          name="agentType"
          label={say('partners.agentType')}
          hint={say('partners.agentTypeHint')}
          error={callError?.fields.agentType}
          value={agentType}
          options={agentTypes.map((one) => [one, say(`orders.source.${one}`)])}
          onChange={setAgentType}
        />
        <Button type="submit" variant="outline" busy={busy} disabled={!changed}>
          {say('settings.save')}
        </Button>
      </form>
    </Card>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  value: number;
  options: [number, string][];
  onChange(value: number): void;
};

function Choice({ name, label, hint, error, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <SelectInput
          ids={ids}
          name={name}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
          className="!w-auto"
        >
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
