// The data that a distributor changes itself (§1, §5): name, place, three contacts. A disapproved application is sent again with it; legal
// data of an approved distributor waits for the owner.
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { partnerForm } from '../../../../domain/account-forms.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { FormProblem } from '../../../parts/account/form-problem.tsx';
import { flattenPartner, PartnerFields, readPartner } from '../../../parts/account/partner-fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';

export type Partner = OutputOf<'partner'>;

/** Starts again with the newest data if another person saved meanwhile. */
export function FillPartner({ partner }: { partner: Partner }) {
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const reload = async () => {
    await revalidate();
    setRound(round + 1);
  };
  return <PartnerForm key={round} partner={partner} onReload={reload} />;
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
      <FormProblem form={form} onReload={onReload} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy}>
          {say(again ? 'account.centre.sendAgain' : 'account.centre.save')}
        </Button>
        <LinkButton to={paths.partner()} variant="outline" size="lg">
          {say('account.centre.cancel')}
        </LinkButton>
      </div>
    </form>
  );
}
