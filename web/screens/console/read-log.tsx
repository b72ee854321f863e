// The log (rules §10): every action of staff, with before and after; it can be read and never changed.

import { Form, useSearchParams } from 'react-router';
import { consolePaths } from '../../../domain/console-paths.ts';
import { load } from '../../load.ts';
import { LogEntries, nameAction } from '../../parts/console/log.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectInput, TextInput } from '../../ui/field.tsx';
import { Card, EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-log';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const query = (params.get('query') ?? '').slice(0, 80);
  const act = (params.get('act') ?? '').slice(0, 40);
  const page = Number(params.get('page') ?? 1);
  return {
    query,
    act,
    found: await load('consoleLog', {
      query,
      page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
      ...(act ? { act } : {}),
    }),
  };
}

export default function ReadLog({ loaderData: { query, act, found } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const [params] = useSearchParams();
  const hrefOf = (page: number) =>
    consolePaths.log(new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }));
  const acts = found.acts
    .map((key) => ({ key, name: nameAction(words, key) }))
    .sort((a, b) => a.name.localeCompare(b.name, words.locale));
  return (
    <>
      <PageHeading text={say('log.title')} />
      <p className="mb-4 text-quiet">{say('log.hint')}</p>
      <Form className="mb-4 flex flex-wrap gap-2" role="search">
        <TextInput
          key={query}
          name="query"
          maxLength={80}
          defaultValue={query}
          placeholder={say('log.search')}
          aria-label={say('log.search')}
          className="!w-auto min-w-0 grow sm:max-w-sm"
        />
        <SelectInput
          key={`act ${act}`}
          name="act"
          defaultValue={act}
          aria-label={say('log.act')}
          className="!w-auto max-w-full"
        >
          <option value="">{say('search.any')}</option>
          {acts.map((one) => (
            <option key={one.key} value={one.key}>
              {one.name}
            </option>
          ))}
        </SelectInput>
        <Button type="submit" variant="outline">
          {say('search.go')}
        </Button>
      </Form>
      {found.list.length === 0 ? (
        <EmptyState title={say('log.none')} />
      ) : (
        <Card className="!py-1">
          <h2 className="sr">{say('search.count', { count: found.total })}</h2>
          <LogEntries entries={found.list} />
        </Card>
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
    </>
  );
}
