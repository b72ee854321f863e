// Staff change a partner's legal data and contacts (rules §3, §10); the note goes into the log with the old and the new.
import { useNavigate } from 'react-router';
import { memberPartnerForm, partnerForm, relaxForm } from '../../../../domain/account-forms.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { FormEnd, FreshForm } from '../../../parts/account/form-end.tsx';
import { flattenPartner, PartnerFields, PlaceFields, readPartner } from '../../../parts/account/partner-fields.tsx';
import type { PartnerView } from '../../../parts/console/partner-facts.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-partner';

export const loader = ({ params }: Route.LoaderArgs) => load('consolePartner', { id: params.id });

export default function EditPartner({ loaderData: partner }: Route.ComponentProps) {
  return (
    <>
      <BackTo to={consolePaths.partner(partner.id)} text={partner.name} />
      <FreshForm>{(reload) => <EditForm partner={partner} onReload={reload} />}</FreshForm>
    </>
  );
}

const noteRule = { note: { kind: 'text', max: 1000, required: true } } as const;

function EditForm({ partner, onReload }: { partner: PartnerView; onReload(): void }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const member = partner.registrant === 'individual';
  const initial = flattenPartner(partner.data);
  const form = useForm(initial, { ...relaxForm(member ? memberPartnerForm : partnerForm, initial), ...noteRule });
  const save = form.submit(async () => {
    const { id, revision } = partner;
    await send('consolePartnerSave', { id, revision, ...readPartner(form.values), note: form.values.note ?? '' });
    await navigate(consolePaths.partner(id));
  });
  return (
    <>
      <PageHeading className="mb-4 text-2xl font-bold break-words" text={say('partner.edit')} />
      <form ref={form.ref} noValidate onSubmit={save} className="grid max-w-3xl gap-4">
        <GuardForm form={form} />
        {member ? (
          <Card className="grid gap-4 sm:grid-cols-2">
            <RuledField form={form} name="name" autoComplete="off" />
            <PlaceFields form={form} />
          </Card>
        ) : (
          <PartnerFields form={form} registrant={partner.registrant} />
        )}
        <Card>
          <AreaField
            name="note"
            label={say('partner.note')}
            hint={say('partner.reasonLog')}
            required
            maxLength={1000}
            error={form.errors.note}
            value={form.values.note ?? ''}
            onValue={(text) => form.set('note', text)}
          />
        </Card>
        <FormEnd
          form={form}
          act={say('site.setting.save')}
          back={consolePaths.partner(partner.id)}
          onReload={onReload}
        />
      </form>
    </>
  );
}
