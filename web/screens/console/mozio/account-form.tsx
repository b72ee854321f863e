// Address and key of the owner's account at Mozio: saved once Mozio has answered.
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import type { MozioView } from './mozio-view.ts';

type Link = MozioView['link'];

const testAddress = 'https://api-testing.mozio.com';
const realAddress = 'https://api.mozio.com';

const draftOf = (link: Link) => ({ endpoint: link?.endpoint ?? testAddress, key: '', active: link?.active ?? true });

export function AccountForm({ id, link }: { id: string; link: Link }) {
  const { say } = useWords();
  const form = useDraft({
    initial: draftOf(link),
    revision: link?.revision ?? 0,
    // A saved key is kept.
    needs: link ? ['endpoint'] : ['endpoint', 'key'],
    save: (draft, revision) => send('consoleMozioSave', { ...draft, id, revision: Number(revision) }),
    async read() {
      const { link: newest } = await send('consoleMozio', { id });
      return { draft: draftOf(newest), revision: newest?.revision ?? 0 };
    },
    saved: say('reselling.mozio.saved'),
  });
  const { field, tick } = form;
  return (
    <PageForm form={form}>
      <FormSection title={say('reselling.mozio.account')}>
        {link?.problem && (
          <p>
            <Badge tone="bad">{say(`reselling.problem.${link.problem}`)}</Badge>
          </p>
        )}
        <InputField
          {...field('endpoint')}
          label={say('reselling.mozio.address')}
          hint={say('reselling.mozio.addressHint', { test: testAddress, real: realAddress })}
          type="url"
          maxLength={500}
          autoComplete="off"
        />
        <InputField
          {...field('key')}
          label={say('reselling.mozio.key')}
          hint={link ? say('reselling.keyUnchanged') : undefined}
          type="password"
          maxLength={500}
          autoComplete="new-password"
        />
        <div>
          <Checkbox label={say('reselling.mozio.active')} {...tick('active')} />
          <p className="max-w-prose pl-8 text-sm text-quiet">{say('reselling.mozio.activeHint')}</p>
        </div>
      </FormSection>
    </PageForm>
  );
}
