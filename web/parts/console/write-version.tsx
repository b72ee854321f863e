// Writes the next version of an agreement, starting from the newest one, and asks before publishing it: a published version is never
// changed again.
import { AskFirst, EditHead, PageForm } from '../../console-kit/edit-form.tsx';
import { sameDraft } from '../../console-kit/merge-drafts.ts';
import { useDraft } from '../../console-kit/use-draft.ts';
import { useWords } from '../use-words.ts';
import { BeginWithDraft } from './begin-with-draft.tsx';
import { judgeWritten, TextFields, trimWritten, type Written } from './text-fields.tsx';

type WriteVersionProps = {
  newest: (Written & { version: number }) | undefined;
  back: string;
  backText: string;
  /** What is written, as the heading names it. */
  kind: string;
  /** The question before publishing. */
  question: string;
  publish(text: Written): Promise<unknown>;
  /** Reads a text to begin with, if there is one. */
  draft?(): Promise<Written>;
  /** After publishing. */
  next: string | { to: string; state: unknown };
};

export function WriteVersion({ newest, back, backText, kind, question, publish, draft, next }: WriteVersionProps) {
  const words = useWords();
  const { say } = words;
  const version = (newest?.version ?? 0) + 1;
  const initial = { titles: newest?.titles ?? {}, texts: newest?.texts ?? {} };
  const form = useDraft({
    initial,
    judge: (draft) => ({
      ...judgeWritten(draft, words, false),
      ...(sameDraft(trimWritten(draft), trimWritten(initial)) ? { '': say('site.agreement.unchanged') } : {}),
    }),
    confirms: true,
    save: (draft) => publish(trimWritten(draft)),
    leaveTo: () => next,
  });
  return (
    <>
      <EditHead back={back} backText={backText} title={say('site.agreement.writeTitle', { kind, version })} />
      <PageForm form={form} act={say('site.agreement.publish')}>
        {draft && !newest && <BeginWithDraft form={form} read={draft} />}
        <TextFields form={form} plain />
      </PageForm>
      <AskFirst form={form} title={say('site.agreement.publishTitle', { version })} act={say('site.agreement.publish')}>
        <p>{question}</p>
      </AskFirst>
    </>
  );
}
