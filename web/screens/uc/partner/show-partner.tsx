// The user's partner (§2 uc account): its facts and contacts; the main account changes them, or sends a disapproved
// application again.
import { useSearchParams } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import { languageTags } from '../../../../domain/languages.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { ApplicationBadge } from '../../../parts/account/account-status-badge.tsx';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { PartnerDocuments } from '../../../parts/account/partner-documents.tsx';
import { partnerContacts } from '../../../parts/account/partner-fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useArrival } from '../../../parts/page/use-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-partner';
import { FillPartner, type Partner } from './fill-partner.tsx';
import { OwnContract } from './own-contract.tsx';
import { PartnerLogo } from './partner-logo.tsx';
import { RequestedChange } from './requested-change.tsx';

export async function loader() {
  const user = await load('getUserInfo', {});
  if (!user.verAuthFlag) return { user, partner: null, documents: null, contracts: [] };
  const [partner, contracts] = await Promise.all([load('partner', {}), load('contracts', {})]);
  // Documents belong to the main account.
  const documents = user.kind === 'main' ? (await load('partnerDocuments', {})).list : null;
  return { user, partner, documents, contracts: contracts.list };
}

export default function ShowPartner({ loaderData: { user, partner, documents, contracts } }: Route.ComponentProps) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const saved = useArrival<{ saved?: boolean }>()?.saved;
  const editing = partner?.mayChange && params.get('edit') === '1';
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-6 lg:py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('account.centre.partner')} />
        {partner?.mayChange && !editing && (
          <LinkButton to={paths.partner({ edit: 1 })}>
            {say(partner.approval === 'disapproved' ? 'account.centre.sendAgain' : 'account.centre.edit')}
          </LinkButton>
        )}
      </div>
      {saved && !editing && <Notice tone="good" title={say('account.centre.saved')} />}
      {!partner ? (
        <AskForPassword user={user} />
      ) : editing ? (
        <FillPartner partner={partner} />
      ) : (
        <>
          {partner.request && <RequestedChange request={partner.request} mayChange={partner.mayChange} />}
          {contracts.length > 0 && <OwnContract contracts={contracts} />}
          <Facts partner={partner} />
          {documents && (
            <PartnerDocuments
              list={documents}
              hrefOf={(documentId) => fileAddress('partnerDocument', { documentId })}
              uploadTo={(values) => fileAddress('partnerDocumentUpload', values)}
              mayDelete={({ byPartner }) => byPartner}
              onDelete={(documentId) => send('partnerDocumentDelete', { documentId })}
            />
          )}
          {partner.registrant !== 'individual' && <PartnerLogo {...partner} />}
        </>
      )}
    </div>
  );
}

function Facts({ partner }: { partner: Partner }) {
  const { say, language } = useWords();
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const facts = [
    [say('account.centre.partnerKind'), say(`account.centre.registrant.${partner.registrant}`)],
    [say('account.detail.country'), /^[A-Z]{2}$/.test(partner.country) ? names.of(partner.country) : partner.country],
    [say('account.detail.city'), partner.city],
    [say('account.detail.address'), partner.address],
    [say('account.detail.taxNumber'), partner.taxNumber],
  ] as const;
  return (
    <>
      <Card>
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-lg font-bold break-words">{partner.name}</h2>
          <ApplicationBadge approval={partner.approval} />
        </div>
        <dl className="grid gap-3 sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-quiet">{label}</dt>
              <dd className="break-words" suppressHydrationWarning>
                {value || '–'}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <div className="grid gap-4 md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3">
        {partnerContacts.map((contact) => (
          <Contact key={contact} title={say(`account.detail.${contact}`)} contact={partner[contact]} />
        ))}
      </div>
    </>
  );
}

function Contact({ title, contact }: { title: string; contact: Partner[(typeof partnerContacts)[number]] }) {
  const { say } = useWords();
  const { name, areaCode, phone, email } = contact;
  return (
    <Card className="min-w-0">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {name || phone || email ? (
        <address className="grid gap-0.5 text-sm not-italic [&>*]:break-words">
          <span className="font-medium">{name}</span>
          {phone && <span className="tabular-nums">{areaCode ? `+${areaCode} ${phone}` : phone}</span>}
          <span>{email}</span>
        </address>
      ) : (
        <p className="text-sm text-quiet">{say('account.centre.noContact')}</p>
      )}
    </Card>
  );
}
