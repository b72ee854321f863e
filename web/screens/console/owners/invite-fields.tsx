import type { Language } from '../../../../domain/languages.ts';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { LanguageChoice } from '../../../parts/form/choose-language.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

type Invited = { name: string; email: string; language: Language };
type InviteFieldsProps = { form: Pick<DraftForm<Invited>, 'field'>; isInvited?: boolean };

/** Who gets the link of an invitation, in which language. The address of an invited person stays. */
export function InviteFields({ form: { field }, isInvited = false }: InviteFieldsProps) {
  const { say } = useWords();
  return (
    <>
      <InputField {...field('name')} label={say('account.detail.name')} maxLength={50} autoComplete="off" />
      <InputField
        {...field('email')}
        label={say('account.detail.email')}
        type="email"
        required
        readOnly={isInvited}
        maxLength={120}
        autoComplete="off"
      />
      <LanguageChoice {...field('language')} label={say('site.header.language')} />
    </>
  );
}
