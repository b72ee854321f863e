// Personal data for staff (decision 0495): a person is found by e-mail or telephone number, and requests wait
// for a decision.
import { useState } from 'react';
import { Form, Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useGivenFields } from '../../../parts/form/use-given-fields.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/find-persons';
import { EraseDialog, FoundPerson, Obstacles } from './person-card.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams.get('query')?.slice(0, 200) ?? '';
  return { query, found: await load('consolePersons', { query }) };
}

export default function FindPersons({ loaderData: { query, found } }: Route.ComponentProps) {
  const words = useListWords(found.zone);
  const { say } = words;
  const form = useGivenFields({ query });
  return (
    <div className="grid gap-6">
      <div>
        <PageHeading text={say('privacy.title')} />
        <p className="max-w-prose text-quiet">
          {say('privacy.deskIntro')}{' '}
          <Link to={consolePaths.retention()} className="text-brand underline">
            {say('privacy.retention')}
          </Link>
        </p>
      </div>
      <Form ref={form} className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-md">
          <InputField
            label={say('privacy.find')}
            name="query"
            type="search"
            maxLength={200}
            defaultValue={query}
            autoComplete="off"
          />
        </div>
        <Button type="submit">{say('privacy.search')}</Button>
      </Form>
      {query && found.persons.length === 0 && <EmptyState title={say('privacy.nobody')} />}
      {found.persons.map((person) => (
        <FoundPerson key={person.email} person={person} />
      ))}
      <section className="grid gap-3">
        <h2 className="text-lg font-bold">{say('privacy.requests')}</h2>
        {found.requests.length === 0 && <p className="text-quiet">{say('privacy.noRequests')}</p>}
        {found.requests.map((request) => (
          <OneRequest key={request.id} request={request} words={words} />
        ))}
      </section>
      {found.decided.length > 0 && <Decided list={found.decided} words={words} />}
    </div>
  );
}

type Found = OutputOf<'consolePersons'>;

function OneRequest({ request, words: { say, at } }: { request: Found['requests'][number]; words: DeskWords }) {
  const [erases, setErases] = useState(false);
  const { id, email, name, reviews, obstacles } = request;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-bold break-words">{name || email}</h3>
          <p className="text-sm break-words text-quiet">
            <Link to={consolePaths.persons({ query: email })} className="text-brand underline">
              {email}
            </Link>{' '}
            · {at(request.askedAt)}
          </p>
        </div>
      </div>
      <p className="text-sm">
        {say('review.title')}: {say(`privacy.reviews.${reviews}`)}
      </p>
      <Obstacles list={obstacles} />
      <div className="flex flex-wrap gap-2">
        {obstacles.length === 0 && (
          <Button size="sm" variant="danger" onClick={() => setErases(true)}>
            {say('privacy.eraseNow')}
            <span className="sr">{email}</span>
          </Button>
        )}
        <ActionButton
          size="sm"
          act={say('privacy.refuse')}
          more={<span className="sr">{email}</span>}
          reason={{ hint: say('privacy.refuseHint'), required: true }}
          work={(reason) => send('consoleErasureRefuse', { id, reason })}
        >
          <p className="break-words">{email}</p>
        </ActionButton>
      </div>
      {erases && <EraseDialog email={email} request={id} wish={reviews} onClose={() => setErases(false)} />}
    </Card>
  );
}

function Decided({ list, words: { say, at } }: { list: Found['decided']; words: DeskWords }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-bold">{say('privacy.decided')}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {list.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm">
            <span className="min-w-0 break-words">
              {at(one.decidedAt)} {one.by && `· ${one.by}`} {one.reason && `· ${one.reason}`}
            </span>
            <Badge tone={one.state === 'done' ? 'good' : 'neutral'}>{say(`privacy.state.${one.state}`)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
