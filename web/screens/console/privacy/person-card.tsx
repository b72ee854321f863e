// One person for staff: accounts, bookings, obstacles to erasure, and the two actions.
import { useState } from 'react';
import { Link } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { type ErasureObstacle, type ReviewWish, reviewWishes } from '../../../../domain/privacy/retention.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { RadioField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

type Person = OutputOf<'consolePersons'>['persons'][number];

export function FoundPerson({ person: { email, accounts, orders, obstacles } }: { person: Person }) {
  const { say } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const names = [...new Set(accounts.map(({ name }) => name).filter(Boolean))];
  return (
    <Card className="grid gap-3">
      <div className="min-w-0">
        <h2 className="font-bold break-words">{email}</h2>
        <p className="text-sm break-words text-quiet">
          {names.map((name) => `${name} · `)}
          {orders === 0 ? (
            say('privacy.orders', { count: orders })
          ) : (
            <Link to={consolePaths.orders({ query: email })} className="font-medium text-brand underline">
              {say('privacy.orders', { count: orders })}
            </Link>
          )}
        </p>
      </div>
      <Obstacles list={obstacles} />
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" variant="outline" reloadDocument to={fileAddress('consolePersonFile', { email })}>
          {say('privacy.export')}
        </LinkButton>
        {obstacles.length === 0 && (
          <Button size="sm" variant="danger" onClick={() => setIsAsking(true)}>
            {say('privacy.eraseNow')}
          </Button>
        )}
      </div>
      {isAsking && <EraseDialog email={email} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

export function Obstacles({ list }: { list: ErasureObstacle[] }) {
  const { say } = useWords();
  if (!list.length) return null;
  return (
    <Notice tone="warn" title={say('privacy.inTheWay')}>
      <ul className="list-disc pl-5">
        {list.map((one) => (
          <li key={one}>{say(`privacy.obstacle.${one}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}

type EraseProps = { email: string; request?: string; wish?: ReviewWish; onClose(): void };

/** The effects, and the choice for reviews: as the person wished, if there is a request. */
export function EraseDialog({ email, request, wish, onClose }: EraseProps) {
  const { say } = useWords();
  const [reviews, setReviews] = useState<ReviewWish>(wish ?? 'nameless');
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={say('privacy.eraseNow')}
      act={say('privacy.eraseNow')}
      danger
      work={() => send('consolePersonErase', { email, reviews, ...(request ? { request } : {}) })}
    >
      <p className="break-words">{say('privacy.eraseConfirm', { email })}</p>
      {!wish && (
        <RadioField
          legend={say('review.title')}
          name="reviews"
          options={reviewWishes}
          word="privacy.reviews"
          value={reviews}
          onValue={setReviews}
        />
      )}
    </ActionDialog>
  );
}
