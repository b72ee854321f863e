// The contact of an order, changed by staff (§4): later mails are sent to the new address.
import type { OutputOf } from '../../../../contract/index.ts';
import { judgeContactAlone } from '../../../../domain/booking-rules.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AreaCodeField } from '../../../parts/form/area-code-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';

type Contact = OutputOf<'consoleOrder'>['contact'];
type ContactProps = { orderNo: string; contact: Contact };

/** An order keeps its amounts when its contact was erased (decision 0495); every other order has the address of its contact. */
export const isErased = ({ email }: Pick<Contact, 'email'>): boolean => email === '';

export function ChangeContact(props: ContactProps) {
  const { say } = useWords();
  return (
    <DialogButton size="sm" className="mt-3" text={say('mending.contact.change')}>
      {(close) => <ContactForm {...props} onDone={close} />}
    </DialogButton>
  );
}

function ContactForm({ orderNo, contact, onDone }: ContactProps & { onDone(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: contact,
    needs: ['name'],
    judge: ({ email }) => ({ email: judgeContactAlone({ ...contact, email }).email && say('ui.field.emailFormat') }),
    save: (draft) => send('consoleContact', { id: orderNo, seen: contact, ...draft }),
    onDone,
  });
  const { field } = form;
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onDone}>
      <p>{say('mending.contact.text')}</p>
      <InputField {...field('name')} label={say('order.booking.name')} autoComplete="off" maxLength={50} />
      <InputField
        {...field('email')}
        label={say('account.login.email')}
        type="email"
        autoComplete="off"
        maxLength={120}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AreaCodeField {...field('areaCode')} label={say('order.booking.areaCode')} />
        <InputField {...field('phone')} label={say('order.booking.phone')} inputMode="numeric" autoComplete="off" />
      </div>
    </DialogForm>
  );
}
