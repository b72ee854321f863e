// The end of completion (§2 completed): thanks, and a contact for changes.
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Notice } from '../../ui/pieces.tsx';

export default function ShowCompleted() {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-md gap-4 py-12">
      <PageTitle text={say('completion.state.done')} />
      <h1 className="text-2xl font-bold">{say('completion.thanks')}</h1>
      <Notice tone="good" title={say('completion.state.done')}>
        {say('completion.thanksHint')}
      </Notice>
    </div>
  );
}
