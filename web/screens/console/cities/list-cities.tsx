// The owner's cities (rules §10): the possible cities of its products, with the number of products; added, renamed and merged here.
import { useState } from 'react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-cities';
import { AddCity } from './add-city.tsx';
import { EditCity, type ListedCity } from './edit-city.tsx';
import { MergeCity } from './merge-city.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleCities', request) };
}

type Open = { what: 'add' } | { what: 'edit' | 'merge'; city: ListedCity } | undefined;

export default function ListCities({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState('');
  const start = (next: Open) => {
    setDone('');
    setOpen(next);
  };
  const finish = (text: string) => {
    setOpen(undefined);
    setDone(text);
  };
  return (
    <ListPage
      list={list}
      title={say('places.city.title')}
      intro={say('places.city.intro')}
      fileName="cities"
      actions={<NewButton onClick={() => start({ what: 'add' })} text={say('places.city.add')} />}
      before={done && <Notice tone="good" title={done} />}
      filters={{
        query: { label: say('places.city.find') },
        kind: { label: say('places.city.show'), word: 'places.city.kind' },
      }}
      none={say('places.city.noneYet')}
      rowKey={(city) => city.key}
      columns={listColumns(words, start)}
    >
      <p className="mt-4 text-sm text-quiet">{say('places.city.source')}</p>
      <CityDialogs open={open} onClose={() => setOpen(undefined)} onDone={finish} />
    </ListPage>
  );
}

type DialogProps = { open: Open; onClose(): void; onDone(text: string): void };

function CityDialogs({ open, onClose, onDone }: DialogProps) {
  const { say } = useWords();
  const city = open && 'city' in open ? open.city : undefined;
  const name = city?.name ?? '';
  return (
    <>
      <Dialog open={open?.what === 'add'} onClose={onClose} title={say('places.city.add')}>
        <AddCity onClose={onClose} onDone={onDone} />
      </Dialog>
      <Dialog open={open?.what === 'edit'} onClose={onClose} title={say('places.city.editTitle', { name })}>
        {city && <EditCity city={city} onClose={onClose} onDone={onDone} />}
      </Dialog>
      <Dialog open={open?.what === 'merge'} onClose={onClose} title={say('places.city.mergeTitle', { name })}>
        {city && <MergeCity city={city} onClose={onClose} onDone={onDone} />}
      </Dialog>
    </>
  );
}

function listColumns({ say }: DeskWords, start: (open: Open) => void): Column<ListedCity>[] {
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
          <Button variant="outline" size="sm" onClick={() => start({ what: 'edit', city })}>
            {say('places.city.edit')}
            <span className="sr-only"> {city.name}</span>
          </Button>
          <Button variant="outline" size="sm" onClick={() => start({ what: 'merge', city })}>
            {say('places.city.merge')}
            <span className="sr-only"> {city.name}</span>
          </Button>
        </div>
      ),
    },
  ];
}
