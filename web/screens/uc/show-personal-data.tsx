// The data that the shop stores about a person (decision 0495): as a file, and the request to erase it.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { fileAddress } from '../../../contract/file-address.ts';
import type { OutputOf } from '../../../contract/index.ts';
import { type ReviewWish, reviewWishes } from '../../../domain/privacy/retention.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { CurrentPassword } from '../../parts/account/current-password.tsx';
import { ProveMailbox } from '../../parts/account/enter-as-guest.tsx';
import { CallProblem } from '../../parts/call-problem.tsx';
import { RadioField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { saveFile } from '../../parts/quotation/save-file.ts';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Route } from './+types/show-personal-data';

export async function loader() {
  const [user, data] = await Promise.all([load('getUserInfo', {}), load('personalData', {})]);
  return { user, data };
}

export default function ShowPersonalData({ loaderData: { user, data } }: Route.ComponentProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const [proved, setProved] = useState(data.proof === 'password');
  const prove = () => {
    setProved(true);
    void revalidate();
  };
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-6 lg:py-8">
      <PageHeading text={say('privacy.title')} />
      {data.proof === 'signIn' ? (
        <AskForPassword user={user} />
      ) : proved ? (
        <>
          <ExportData />
          <EraseData data={data} zone={user.zone} />
        </>
      ) : (
        <Card className="grid gap-4">
          <p>{say('privacy.prove')}</p>
          <ProveMailbox email={user.email} onEntered={prove} />
        </Card>
      )}
    </div>
  );
}

function ExportData() {
  const { say } = useWords();
  const { busy, error, run } = useTask();
  return (
    <TitledCard className="grid justify-items-start gap-3" title={say('privacy.exportTitle')}>
      <p className="max-w-prose text-quiet">{say('privacy.exportHint')}</p>
      {error && <CallProblem code={error.code} title={error.text} />}
      <Button
        variant="outline"
        busy={busy}
        onClick={() => run(() => saveFile(fileAddress('personalDataFile', {}), 'personal-data.zip'))}
      >
        {say('privacy.export')}
      </Button>
    </TitledCard>
  );
}

type PersonalData = OutputOf<'personalData'>;

function EraseData({ data, zone }: { data: PersonalData; zone: string }) {
  const { say, instant } = useWords();
  const { request, obstacles, invoiceYears } = data;
  return (
    <TitledCard className="grid gap-3" title={say('privacy.eraseTitle')}>
      <p className="max-w-prose">{say('privacy.eraseText')}</p>
      <p className="max-w-prose text-quiet">{say('privacy.retainedText', { years: invoiceYears })}</p>
      {request?.state === 'refused' && (
        <Notice
          tone="warn"
          title={say('privacy.refused', { date: instant(request.askedAt, zone), reason: request.reason })}
        />
      )}
      {obstacles.length > 0 && (
        <Notice tone="info" title={say('privacy.inTheWay')}>
          <ul className="list-disc pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{say(`privacy.obstacle.${obstacle}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {request?.state === 'asked' ? (
        <Withdraw text={say('privacy.erasureRequested', { date: instant(request.askedAt, zone) })} />
      ) : (
        <AskErasure proof={data.proof} />
      )}
    </TitledCard>
  );
}

function Withdraw({ text }: { text: string }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const { busy, error, run } = useTask();
  const withdraw = async () => {
    if (await run(() => send('personalDataWithdraw', {}))) await revalidate();
  };
  return (
    <Notice tone="good" title={text}>
      {error && <CallProblem code={error.code} title={error.text} />}
      <Button variant="outline" className="mt-2" busy={busy} onClick={withdraw}>
        {say('privacy.withdraw')}
      </Button>
    </Notice>
  );
}

function AskErasure({ proof }: { proof: PersonalData['proof'] }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const { busy, error, run } = useTask();
  const [reviews, setReviews] = useState<ReviewWish>('nameless');
  const [password, setPassword] = useState('');
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (await run(() => send('personalDataErase', { password, reviews }))) await revalidate();
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <RadioField
        legend={say('privacy.reviews')}
        name="reviews"
        options={reviewWishes}
        word="privacy.reviews"
        value={reviews}
        onValue={setReviews}
      />
      {proof === 'password' && (
        <CurrentPassword error={error?.fields.password} value={password} onValue={setPassword} />
      )}
      {error && !error.fields.password && <CallProblem code={error.code} title={error.text} />}
      <div>
        <Button type="submit" variant="danger" busy={busy}>
          {say('privacy.erase')}
        </Button>
      </div>
    </form>
  );
}
