// Another e-mail for a partner's main account or a member (security rule 45): its reader confirms it by a link; the old one gets a mail.
import { shownLimits } from '../../../../domain/limits.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { judgeByRules } from '../../../console-kit/judge-by-rules.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import type { PartnerView } from '../../../parts/console/partner-facts.tsx';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

type AccountEmailProps = { partnerId: string; account: PartnerView['accounts'][number]; onClose(): void };

export function AccountEmail({ partnerId, account, onClose }: AccountEmailProps) {
  const { say } = useWords();
  const rule = { kind: 'email', max: shownLimits.emailLength, required: true } as const;
  const form = useDraft({
    initial: { email: '', note: '' },
    needs: ['note'],
    judge: (draft) => judgeByRules(draft, { email: rule }, { say }),
    save: (draft) => send('consoleAccountEmail', { id: partnerId, accountId: account.userNo, ...draft }),
    onDone: onClose,
  });
  const text = account.emailProved ? 'partner.emailText' : 'partner.emailTextOpen';
  return (
    <DialogForm form={form} act={say('partner.changeEmail')} onClose={onClose}>
      <p className="break-words">{say(text, { email: account.email })}</p>
      <InputField
        {...form.field('email')}
        label={say('partner.emailNew')}
        required
        type="email"
        inputMode="email"
        maxLength={shownLimits.emailLength}
        autoComplete="off"
      />
      <AreaField {...form.field('note')} label={say('partner.note')} hint={say('partner.reasonLog')} maxLength={1000} />
    </DialogForm>
  );
}
