// The owner's translator of reviews (decision 0620): set, replaced and removed. The key is sealed and never comes back.
import type { OutputOf } from '../../../contract/index.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import { send } from '../../call.ts';
import { ActionButton } from '../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../console-kit/edit-form.tsx';
import { FormSection } from '../../console-kit/section.tsx';
import { useDraft } from '../../console-kit/use-draft.ts';
import { load } from '../../load.ts';
import { InputField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import type { Route } from './+types/edit-translator';

type Translator = OutputOf<'consoleTranslator'>['translator'];

export function loader() {
  return load('consoleTranslator', {});
}

export default function EditTranslator({ loaderData: { translator } }: Route.ComponentProps) {
  const { say } = useWords();
  const title = say('review.translator.title');
  return (
    <div className="grid gap-4">
      <PageHeading text={title} />
      <p className="max-w-prose text-quiet">{say('review.translator.intro')}</p>
      <FormSection title={say('review.translator.server')}>
        <State translator={translator} />
        <div className="flex flex-wrap gap-3">
          <DialogButton
            variant={translator ? 'outline' : 'primary'}
            text={say(translator ? 'review.translator.replace' : 'review.translator.setUp')}
            title={title}
          >
            {(close) => <TranslatorForm address={translator?.address ?? ''} onClose={close} />}
          </DialogButton>
          {translator && (
            <ActionButton
              title={title}
              act={say('review.translator.remove')}
              danger
              work={() => send('consoleTranslatorRemove', {})}
            >
              <p>{say('review.translator.removeText')}</p>
            </ActionButton>
          )}
        </div>
      </FormSection>
    </div>
  );
}

function State({ translator }: { translator: Translator }) {
  const { say, intl, language } = useWords();
  if (!translator) return <p>{say('review.translator.none')}</p>;
  const names = translator.languages.map((one) => nameLanguage(one, language));
  return (
    <>
      <p className="break-all">{translator.address}</p>
      <p className="text-sm text-quiet">{say('review.translator.knows', { languages: intl.formatList(names) })}</p>
    </>
  );
}

function TranslatorForm({ address, onClose }: { address: string; onClose(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { address, key: '' },
    save: (draft) => send('consoleTranslatorSave', draft),
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onClose}>
      <InputField
        {...form.field('address')}
        label={say('review.translator.address')}
        hint={say('review.translator.addressHint')}
        required
        inputMode="url"
        autoComplete="off"
      />
      <InputField
        {...form.field('key')}
        label={say('review.translator.key')}
        hint={say('review.translator.keyHint')}
        type="password"
        autoComplete="off"
      />
    </DialogForm>
  );
}
