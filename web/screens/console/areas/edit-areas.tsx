// Pick-up areas of transfers (§5) in the back office: all of them on one map, and one at a time to draw and name (?area=).

import { IconMapPin } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { load } from '../../../load.ts';
import { type CheckedAddress, RangeChecker } from '../../../parts/map/range-checker.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-areas';
import { type Area, AreaForm } from './area-form.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const { list } = await load('consoleAreas', {});
  const params = new URL(request.url).searchParams;
  return { list, areaId: params.get('area'), saved: params.get('saved') };
}

export default function EditAreas({ loaderData: { list, areaId, saved } }: Route.ComponentProps) {
  const area = list.find((item) => item.id === areaId);
  if (areaId === 'new' || area) return <EditArea key={areaId} area={area} list={list} />;
  return <ListAreas list={list} saved={saved} />;
}

/** Areas by their names in the reader's language, as on maps. */
function useShown(list: Area[]) {
  const { language } = useWords();
  return useMemo(
    () => list.map(({ id, names, ring }) => ({ id, name: textIn(names, language), ring })),
    [list, language],
  );
}

function ListAreas({ list, saved }: { list: Area[]; saved: string | null }) {
  const { say } = useWords();
  const shown = useShown(list);
  const savedName = list.find(({ id }) => id === saved)?.names.en;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('places.area.title')} />
        <NewButton to={consolePaths.areas({ area: 'new' })} text={say('places.area.new')} />
      </div>
      {savedName && <Notice tone="good" title={say('places.area.saved', { name: savedName })} />}
      {list.length === 0 ? (
        <EmptyState icon={<IconMapPin className="size-12" />} title={say('places.area.none')}>
          <p className="max-w-prose text-quiet">{say('places.area.noneHint')}</p>
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {list.map((area, at) => (
              <li key={area.id}>
                <Link
                  to={consolePaths.areas({ area: area.id })}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2 hover:bg-canvas"
                >
                  <span className="min-w-0 font-semibold break-words text-brand">{shown[at]?.name}</span>
                  <span className="text-sm text-quiet">
                    {say('places.area.points', { count: area.ring.length })} ·{' '}
                    {say('places.area.used', { count: area.products })}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <TryAddress list={list} />
        </>
      )}
    </div>
  );
}

/** The buyers' form with all areas, so that staff see what buyers will see. */
function TryAddress({ list }: { list: Area[] }) {
  const { say } = useWords();
  const [value, setValue] = useState<CheckedAddress | null>(null);
  const ids = useMemo(() => list.slice(0, 50).map((item) => item.id), [list]);
  return (
    <FormSection title={say('places.area.try')} hint={say('places.area.tryHint')}>
      <RangeChecker areaIds={ids} value={value} onChange={setValue} />
    </FormSection>
  );
}

function EditArea({ area, list }: { area: Area | undefined; list: Area[] }) {
  const { say, language } = useWords();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [gone, setGone] = useState(false);
  const shown = useShown(list);
  const id = area?.id;
  const others = useMemo(() => shown.filter((item) => item.id !== id), [shown, id]);
  const name = area ? textIn(area.names, language) : '';
  const remove = async () => {
    if (!area) return;
    await send('consoleAreaDelete', { id: area.id, revision: area.revision });
    flushSync(() => setGone(true));
    await navigate(consolePaths.areas());
  };
  return (
    <>
      <EditHead
        back={consolePaths.areas()}
        backText={say('places.area.title')}
        title={area ? name : say('places.area.new')}
      />
      <AreaForm area={area} others={others} gone={gone} onDelete={() => setDeleting(true)} />
      <ActionDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={say('places.area.deleteTitle', { name })}
        act={say('places.area.delete')}
        danger
        work={remove}
      >
        <p>{say('places.area.deleteText')}</p>
      </ActionDialog>
    </>
  );
}
