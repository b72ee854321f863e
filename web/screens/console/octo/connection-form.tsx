// Address, key and prices of a supplier's system: saved once it has answered.
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import type { OctoLink } from './octo-view.ts';

type Draft = {
  endpoint: string;
  key: string;
  prefixed: boolean;
  priceBy: 'retail' | 'net';
  markupPercent: string;
  active: boolean;
};

const blank: Draft = { endpoint: '', key: '', prefixed: true, priceBy: 'retail', markupPercent: '0', active: true };

const draftOf = ({ endpoint, prefixed, priceBy, markupPercent, active }: OctoLink): Draft => ({
  ...{ endpoint, key: '', prefixed, priceBy, active },
  markupPercent: String(markupPercent),
});

const wholeOf = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : -1);

export function ConnectionForm({ id, link }: { id: string; link: OctoLink | null }) {
  const { say } = useWords();
  const form = useDraft({
    initial: link ? draftOf(link) : blank,
    revision: link?.revision ?? 0,
    // A saved key is kept.
    needs: link ? ['endpoint'] : ['endpoint', 'key'],
    save: (draft, revision) =>
      send('consoleOctoSave', {
        ...{ ...draft, id, revision: Number(revision) },
        markupPercent: draft.priceBy === 'net' ? wholeOf(draft.markupPercent) : 0,
      }),
    async read() {
      const { link: newest } = await send('consoleOcto', { id });
      return { draft: newest ? draftOf(newest) : blank, revision: newest?.revision ?? 0 };
    },
    saved: say('reselling.saved'),
  });
  return (
    <PageForm form={form}>
      <FormSection title={say('systems.octo.address')}>
        {link?.problem && (
          <p>
            <Badge tone="bad">{say(`reselling.problem.${link.problem}`)}</Badge>
          </p>
        )}
        {link?.active && (
          <p className="max-w-prose text-sm text-quiet">
            {say(link.sendsNotices ? 'reselling.tells' : 'reselling.asks')}
          </p>
        )}
        <Reach form={form} isNew={!link} />
        <Selling form={form} />
      </FormSection>
    </PageForm>
  );
}

type PartProps = { form: DraftForm<Draft> };

function Reach({ form: { field, tick }, isNew }: PartProps & { isNew: boolean }) {
  const { say } = useWords();
  return (
    <>
      <InputField
        {...field('endpoint')}
        label={say('systems.octo.address')}
        type="url"
        maxLength={500}
        autoComplete="off"
        placeholder="https://…/octo"
      />
      <InputField
        {...field('key')}
        label={say('reselling.key')}
        hint={isNew ? undefined : say('reselling.keyUnchanged')}
        type="password"
        maxLength={500}
        autoComplete="new-password"
      />
      <Checkbox label={say('reselling.prefixed')} {...tick('prefixed')} />
    </>
  );
}

function Selling({ form: { draft, field, tick } }: PartProps) {
  const { say } = useWords();
  return (
    <>
      <ChoiceField
        {...field('priceBy')}
        label={say('reselling.priceBy')}
        word="reselling.priceBy"
        options={['retail', 'net'] as const}
      />
      {draft.priceBy === 'net' && (
        <InputField {...field('markupPercent')} label={say('reselling.markup')} inputMode="numeric" maxLength={3} />
      )}
      <div>
        <Checkbox label={say('reselling.active')} {...tick('active')} />
        <p className="max-w-prose pl-8 text-sm text-quiet">{say('reselling.activeHint')}</p>
      </div>
    </>
  );
}
