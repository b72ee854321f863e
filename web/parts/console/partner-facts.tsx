// A partner as staff see it (§1 registrants): approval, facts, its three contacts.

import type { ReactNode } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { languageTags } from '../../../domain/languages.ts';
import { useDeskZone } from '../../console-kit/use-desk-me.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Badge, type Tone } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { useWords } from '../use-words.ts';
import { nameLevel } from './name-level.ts';

export type PartnerView = OutputOf<'consolePartner'>;
export type Approval = PartnerView['approval'];

const approvalTones: Record<Approval, Tone> = {
  none: 'neutral',
  waiting: 'warn',
  approved: 'good',
  disapproved: 'bad',
};

export function ApprovalBadge({ approval }: { approval: Approval }) {
  const { say } = useWords();
  return <Badge tone={approvalTones[approval]}>{say(`partner.approval.${approval}`)}</Badge>;
}

export function FrozenBadge() {
  const { say } = useWords();
  return <Badge tone="bad">{say('partner.frozen')}</Badge>;
}

export function PartnerFacts({ partner }: { partner: PartnerView }) {
  const zone = useDeskZone();
  const words = useWords();
  const { say, instant, language } = words;
  const { country, city, address, taxNumber } = partner.data;
  // Browser and server may name a country differently.
  const countryName = country && (
    <span suppressHydrationWarning>
      {new Intl.DisplayNames([languageTags[language]], { type: 'region' }).of(country)}
    </span>
  );
  const facts: [string, ReactNode][] = [
    [say('partner.kind'), say(`partner.registrant.${partner.registrant}`)],
    [say('account.detail.country'), countryName],
    [say('account.detail.city'), city],
    [say('account.detail.address'), address],
    [say('account.detail.taxNumber'), taxNumber],
    [say('partner.registered'), instant(partner.createdAt, zone)],
    [say('partner.applied'), partner.appliedAt && instant(partner.appliedAt, zone)],
    [say('partner.level'), nameLevel(words, partner.levelNames, partner.level)],
    [say('partner.agentType'), say(`order.list.source.${partner.agentType}`)],
    [say('partner.approvalReason'), partner.data.approvalReason],
  ];
  return (
    <TitledCard title={say('partner.facts')}>
      <FactGrid className="gap-x-6 gap-y-2 sm:grid-cols-2" facts={facts.filter(([, value]) => value)} />
    </TitledCard>
  );
}

export function PartnerContacts({ data }: { data: PartnerView['data'] }) {
  const { say } = useWords();
  return (
    <TitledCard title={say('partner.contacts')}>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['orderContact', 'businessContact', 'settlementContact'] as const).map((which) => {
          const { name, email, areaCode, phone } = data[which];
          return (
            <div key={which} className="min-w-0">
              <h3 className="text-sm font-medium text-quiet">{say(`account.detail.${which}`)}</h3>
              {!name && !email && !phone && <p className="text-quiet">{say('partner.noContact')}</p>}
              <p className="break-words">{name}</p>
              {email && (
                <a href={`mailto:${email}`} className="flex min-h-11 items-center break-all text-brand hover:underline">
                  {email}
                </a>
              )}
              {phone && (
                <a
                  href={`tel:+${areaCode}${phone}`}
                  className="inline-flex min-h-11 items-center text-brand hover:underline"
                >
                  +{areaCode} {phone}
                </a>
              )}
            </div>
          );
        })}
      </div>
    </TitledCard>
  );
}
