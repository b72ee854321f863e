// The owner's cities (rules §10): the possible cities of its products, with the number of products; added, renamed and merged here.
import { useState } from 'react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-cities';
import { AddCity } from './add-city.tsx';
import { EditCity, type ListedCity } from './edit-city.tsx';
import { MergeCity } from './merge-city.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleCities', request) };
}

export default function ListCities({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const [done, setDone] = useState('');
  return (
    <ListPage
      list={list}
      title={say('places.city.title')}
      intro={say('places.city.intro')}
      fileName="cities"
      actions={
        <NewDialog text={say('places.city.add')} onOpen={() => setDone('')}>
          {(close) => <AddCity onClose={close} onDone={setDone} />}
        </NewDialog>
      }
      before={done && <Notice tone="good" title={done} />}
      filters={{
        query: { label: say('places.city.find') },
        kind: { label: say('places.city.show'), word: 'places.city.kind' },
      }}
      none={say('places.city.noneYet')}
      rowKey={(city) => city.key}
      columns={listColumns(words, setDone)}
    >
      <p className="mt-4 text-sm text-quiet">{say('places.city.source')}</p>
    </ListPage>
  );
}

function listColumns({ say }: DeskWords, onDone: (text: string) => void): Column<ListedCity>[] {
  return [
    {
      ...{ key: 'name', label: say('places.city.name'), look: 'title', sort: true },
      show: (city) => (
        <>
          <span className="font-semibold break-words">{city.name}</span>{' '}
          {city.isOwn && <Badge tone="brand">{say('places.city.kind.own')}</Badge>}
          <span className="block text-xs break-all text-quiet">{city.key}</span>
        </>
      ),
    },
    {
      ...{ key: 'country', label: say('places.city.country'), sort: ({ countryName }) => countryName },
      show: ({ region, countryName }) => (region ? `${region}, ${countryName}` : countryName),
    },
    { key: 'zone', label: say('places.city.zone'), sort: true, show: ({ zone }) => zone },
    {
      ...{ key: 'products', label: say('places.city.products'), look: 'figure', sort: true },
      show: ({ key, products }) =>
        products ? <RowLink to={consolePaths.products({ city: key })}>{products}</RowLink> : 0,
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (city) => (
        <div className="flex flex-wrap justify-end gap-2">
          <DialogButton
            {...{ size: 'sm', onOpen: () => onDone(''), more: <span className="sr-only"> {city.name}</span> }}
            text={say('places.city.edit')}
            title={say('places.city.editTitle', { name: city.name })}
          >
            {(close) => <EditCity city={city} onClose={close} onDone={onDone} />}
          </DialogButton>
          <DialogButton
            {...{ size: 'sm', onOpen: () => onDone(''), more: <span className="sr-only"> {city.name}</span> }}
            text={say('places.city.merge')}
            title={say('places.city.mergeTitle', { name: city.name })}
          >
            {(close) => <MergeCity city={city} onClose={close} onDone={onDone} />}
          </DialogButton>
        </div>
      ),
    },
  ];
}
