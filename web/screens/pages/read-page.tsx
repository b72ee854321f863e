// One of the owner's pages (§2 customPage/{id}).
import { data } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { openingOf } from '../../../domain/plain-text.ts';
import { load } from '../../load.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { OwnText } from '../../parts/page/own-text.tsx';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-page';

export function loader({ params: { id } }: Route.LoaderArgs) {
  if (!/^\d{1,18}$/.test(id)) throw data({ missing: true }, { status: 404 });
  return load('customPage', { id });
}

export const meta: Route.MetaFunction = ({ matches, loaderData: page }) =>
  describePage(matches, {
    title: page?.title ?? '',
    description: openingOf(page?.text ?? ''),
    path: paths.page(page?.id ?? ''),
  });

export default function ReadPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <article className="mx-auto max-w-3xl py-8">
      <h1 className="mb-5 text-2xl font-bold break-words sm:text-3xl">{page.title}</h1>
      <Card>
        <OwnText text={page.text} />
      </Card>
    </article>
  );
}
