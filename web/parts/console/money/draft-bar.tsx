// The foot of a form about money: what happened, and the one button.
import { refusals } from '../../../../domain/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { useWords } from '../../use-words.ts';
import { LeaveGuard, SaveBar } from '../settings-frame.tsx';

type DraftBarProps = {
  form: {
    callError: { text: string; code: number } | undefined;
    news: string;
    busy: 'save' | 'reload' | undefined;
    dirty: boolean;
    reload(): void;
  };
};

export function DraftBar({ form: { callError, news, busy, dirty, reload } }: DraftBarProps) {
  const { say } = useWords();
  return (
    <>
      <SaveBar busy={busy === 'save'} dirty={dirty}>
        {callError && (
          <Notice tone="bad" title={callError.text}>
            {callError.code === refusals.changedMeanwhile && (
              <Button variant="outline" size="sm" className="mt-2" busy={busy === 'reload'} onClick={reload}>
                {say('site.setting.reload')}
              </Button>
            )}
          </Notice>
        )}
        {news && <Notice tone="good" title={news} />}
      </SaveBar>
      <LeaveGuard dirty={dirty && busy !== 'save'} />
    </>
  );
}
