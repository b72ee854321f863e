// The owner's pages in the back office (§2 customPage): the list with links to the live pages, and editing one.

import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { textIn } from '../../../domain/languages.ts';
import { paths } from '../../../domain/paths.ts';
import { productTypeOrder } from '../../../domain/product-types.ts';
import { send } from '../../call.ts';
import { EditHead, PageForm } from '../../console-kit/edit-form.tsx';
import { useHrefWith } from '../../console-kit/list-address.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { NewButton } from '../../console-kit/new-button.tsx';
import { newestOf, seenOf, useDraft } from '../../console-kit/use-draft.ts';
import { judgeWritten, TextFields } from '../../parts/console/text-fields.tsx';
import { ChoiceField } from '../../parts/form/fields.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Checkbox } from '../../ui/field.tsx';
import { Badge, Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-pages';

type Page = OutputOf<'consolePages'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const edit = new URL(request.url).searchParams.get('edit');
  return { edit, list: await loadList('consolePages', request) };
}

export default function EditPages({ loaderData: { list, edit } }: Route.ComponentProps) {
  const { say } = useWords();
  const hrefWith = useHrefWith();
  const page = Number(list.address.page ?? 1);
  const hrefOf = (id: string) => hrefWith({ edit: id, page });
  const written = list.found.list.find(({ id }) => id === edit);
  const back = consolePaths.pages({ page: page > 1 ? page : undefined });
  if (written || edit === 'new')
    return <WritePage key={written?.id} written={written} lists={list.found} page={page} back={back} />;
  return (
    <ListPage
      list={list}
      title={say('site.page.title')}
      actions={<NewButton to={hrefOf('new')} text={say('site.page.new')} />}
      empty={<EmptyState title={say('site.page.none')} />}
      rowKey={({ id }) => id}
      card={(row) => <PageCard row={row} to={hrefOf(row.id)} />}
    />
  );
}

function PageCard({ row, to }: { row: Page; to: string }) {
  const { say, language } = useWords();
  const title = row.titles[language] ?? row.titles.en ?? '';
  const link = 'inline-flex min-h-11 items-center gap-1 font-semibold text-brand hover:underline';
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <Badge tone={row.active ? 'good' : 'neutral'}>
            {say(`marketing.banner.state.${row.active ? 'shown' : 'off'}`)}
          </Badge>
          {listAddress(row.above) ?? paths.page(row.id)}
          {row.inFooter && ` · ${say('site.page.inFooter')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-4">
        {row.active && (
          <a href={listAddress(row.above) ?? paths.page(row.id)} target="_blank" rel="noreferrer" className={link}>
            {say('site.page.live')}
            <span className="sr">: {title}</span>
            <IconExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
        <Link to={to} className={link}>
          {say('site.page.edit')}
          <span className="sr">: {title}</span>
        </Link>
      </div>
    </Card>
  );
}

type Above = Page['above'];

/** The value of a choice of one place: "country:malaysia", "city:kyoto", or '' for neither. */
const placeOf = ({ country, city }: Above) => (country ? `country:${country}` : city ? `city:${city}` : '');

function readAbove(place: string, type: string): Above {
  const [kind, key = ''] = place.split(':');
  return {
    country: kind === 'country' ? key : null,
    city: kind === 'city' ? key : null,
    type: type ? Number(type) : null,
  };
}

const listAddress = ({ country, city, type }: Above) =>
  country || city || type
    ? paths.search({ type: type ?? undefined, country: country ?? undefined, city: city ?? undefined })
    : undefined;

type WriteProps = {
  written: Page | undefined;
  lists: Pick<OutputOf<'consolePages'>, 'countries' | 'cities'>;
  page: number;
  back: string;
};

const draftOf = (written: Page | undefined) => ({
  titles: written?.titles ?? {},
  texts: written?.texts ?? {},
  active: written?.active ?? true,
  inFooter: written?.inFooter ?? false,
  place: written ? placeOf(written.above) : '',
  type: String(written?.above.type ?? ''),
});

function WritePage({ written, lists, page, back }: WriteProps) {
  const words = useWords();
  const { say } = words;
  const form = useDraft({
    initial: draftOf(written),
    revision: written?.revision ?? 0,
    judge: (draft) => judgeWritten(draft, words, false),
    save: ({ place, type, ...draft }, revision) =>
      send('consolePageSave', { ...seenOf(written, revision), ...draft, above: readAbove(place, type) }),
    read: async () => {
      const newest = newestOf(await send('consolePages', { page }), written?.id ?? '');
      return { draft: draftOf(newest), revision: newest.revision };
    },
    merged: say('editing.result.merged'),
    leaveTo: () => back,
  });
  const title = written
    ? say('staff.editTitle', { name: textIn(written.titles, words.language) })
    : say('site.page.new');
  return (
    <>
      <EditHead back={back} backText={say('site.page.title')} title={title} />
      <PageForm form={form}>
        <TextFields form={form} />
        <Card>
          <Checkbox label={say('site.page.active')} {...form.tick('active')} />
          <Checkbox label={say('site.page.inFooter')} {...form.tick('inFooter')} />
        </Card>
        <Card className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            {...form.field('place')}
            error={form.fields.above}
            label={say('site.page.place')}
            hint={say('site.page.aboveHint')}
            none={say('site.page.ownAddress')}
            options={[
              ...lists.countries.map(({ key, name }) => [`country:${key}`, name] as const),
              ...lists.cities.map(({ key, name }) => [`city:${key}`, name] as const),
            ]}
          />
          <ChoiceField
            {...form.field('type')}
            label={say('site.page.type')}
            none={say('site.page.anyType')}
            options={productTypeOrder.map((type) => [String(type), say(`catalog.type.${type}`)] as const)}
          />
        </Card>
      </PageForm>
    </>
  );
}
