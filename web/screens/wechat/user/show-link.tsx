// Whether the account is linked to WeChat (§2 wechat/user), since when, and how to unlink it. Staff who act for a partner can only read it.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { todayIn } from '../../../../domain/dates.ts';
import { send } from '../../../call.ts';
import type { User } from '../../../parts/account/list-pages.ts';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

type ShowLinkProps = { link: OutputOf<'wechatLinked'>; user: User };

export function ShowLink({ link: { linked, since }, user }: ShowLinkProps) {
  const { say, day } = useWords();
  const [ended, setEnded] = useState(false);
  return (
    <Card className="grid justify-items-start gap-2">
      <h2 className="font-semibold">{say(linked ? 'wechat.opens' : 'wechat.opensNot')}</h2>
      {ended && !linked && <Notice tone="good" title={say('wechat.unlinked')} />}
      <p className="text-sm text-quiet">
        {linked && since
          ? say('wechat.since', { date: day(todayIn(user.zone, Date.parse(since))) })
          : say('wechat.howToLink')}
      </p>
      {linked && !user.actingStaff && (
        <DialogButton variant="danger" size="sm" text={say('wechat.unlink')} title={say('wechat.unlinkTitle')}>
          {(close) => <AskUnlink onDone={() => setEnded(true)} onClose={close} />}
        </DialogButton>
      )}
    </Card>
  );
}

function AskUnlink({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useTask();
  const unlink = () =>
    run(async () => {
      await send('wechatUnlink', {});
      await revalidate();
      onDone();
    });
  return (
    <div className="grid gap-4">
      <p>{say('wechat.unlinkText')}</p>
      {problem && <Notice tone="bad" title={problem} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button variant="danger" busy={busy} onClick={unlink}>
          {say('wechat.unlink')}
        </Button>
      </div>
    </div>
  );
}
