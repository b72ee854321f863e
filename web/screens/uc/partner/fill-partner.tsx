// The data that a distributor changes itself (§1, §5): name, place, three contacts. A disapproved application is sent again with it; legal
// data of an approved distributor waits for the owner.
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { partnerForm } from '../../../../domain/account-forms.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { FormEnd, FreshForm } from '../../../parts/account/form-end.tsx';
import { flattenPartner, PartnerFields, readPartner } from '../../../parts/account/partner-fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { useWords } from '../../../parts/use-words.ts';

export type Partner = OutputOf<'partner'>;

export function FillPartner({ partner }: { partner: Partner }) {
  return <FreshForm>{(reload) => <PartnerForm partner={partner} onReload={reload} />}</FreshForm>;
}

function PartnerForm({ partner, onReload }: { partner: Partner; onReload(): void }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const waiting = partner.request?.state === 'waiting' ? partner.request.asked : {};
  const form = useForm({ ...flattenPartner(partner), ...waiting }, partnerForm);
  const again = partner.approval === 'disapproved';
  const save = form.submit(async () => {
    await send('partnerUpdate', { ...readPartner(form.values), revision: partner.revision });
    await navigate(paths.partner(), { state: { saved: true } });
  });
  return (
    <form method="post" ref={form.ref} onSubmit={save} noValidate className="grid gap-4">
      {partner.approval === 'approved' && <p className="text-quiet">{say('account.centre.legalHint')}</p>}
      <GuardForm form={form} />
      <PartnerFields form={form} registrant={partner.registrant} />
      {again && <p className="text-quiet">{say('account.centre.sendAgainHint')}</p>}
      <FormEnd
        form={form}
        act={say(again ? 'account.centre.sendAgain' : 'account.centre.save')}
        back={paths.partner()}
        onReload={onReload}
      />
    </form>
  );
}
