// The editor of a product (rules §10): one document in tabs, stored in the browser until it is saved,
// published if nothing is missing. The tab and both languages are in the address.

import { useEffect, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { isLanguage, languages } from '../../../../domain/languages.ts';
import { load } from '../../../load.ts';
import { EditorRoom, type Editor as EditorTongues } from '../../../parts/console/catalogue/draft-fields.tsx';
import {
  EditorBar,
  EditorHead,
  EditorTabs,
  ProblemList,
  RestoredMessage,
} from '../../../parts/console/catalogue/editor-frame.tsx';
import { type Tab, tabOf } from '../../../parts/console/catalogue/name-paths.ts';
import { blankProduct, type ProductFile, productDraftOf } from '../../../parts/console/catalogue/product-draft.ts';
import { useProduct } from '../../../parts/console/catalogue/use-product.ts';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { withdrawUndo } from '../../../parts/page/offer-undo.client.tsx';
import type { City } from '../../../parts/places/pick-city.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogFoot } from '../../../ui/dialog-foot.tsx';
import type { Route } from './+types/edit-product';
import { EditAreas, type PickUpArea } from './edit-areas.tsx';
import { EditBasics } from './edit-basics.tsx';
import { EditExtras } from './edit-extras.tsx';
import { EditPackages } from './edit-packages.tsx';
import { EditPictures } from './edit-pictures.tsx';
import { EditRules } from './edit-rules.tsx';
import { EditTexts } from './edit-texts.tsx';
import type { FreightChoice } from './freight-field.tsx';
import { isFilled } from './list-texts.ts';
import type { SupplierChoice } from './supplier-field.tsx';
import { type Uploads, useUploads } from './use-uploads.ts';

export async function loader({ params }: Route.LoaderArgs) {
  const areas = (await load('consoleAreas', {})).list.map(({ id, names }) => ({ id, names }));
  const suppliers = (await load('consoleSupplierChoices', {})).list;
  const freight = (await load('consoleFreight', {})).list.map(({ id, name }) => ({ id, name }));
  if (params.id === 'new') return { file: null, city: undefined, areas, suppliers, freight };
  const file = await load('consoleProduct', { id: params.id });
  const { list } = await load('searchRegion', { code: file.document.city });
  return { file, city: list[0], areas, suppliers, freight };
}

/** Another tab or language of the same product is the same page. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

export default function EditProduct({ loaderData }: Route.ComponentProps) {
  return <Editor key={loaderData.file?.id ?? 'new'} {...loaderData} />;
}

type Around = { city: City | undefined; areas: PickUpArea[]; suppliers: SupplierChoice[]; freight: FreightChoice[] };

function Editor({ file, ...around }: { file: ProductFile | null } & Around) {
  const { site } = useRoot();
  const [params] = useSearchParams();
  // The browser keeps it over a reload, which the server's page does not know.
  const isLoaded = useNavigationType() === 'POP';
  const isSaved = (useLocation().state as { saved?: true } | null)?.saved === true && !isLoaded;
  const [start] = useState(() => (file ? productDraftOf(file.document) : blankProduct(site?.owner.currency ?? 'CNY')));
  const editing = useProduct(start, file ?? undefined, isSaved);
  // A removed package can be restored only until saving: then packages get new numbers.
  useEffect(() => {
    if (!editing.dirty) withdrawUndo();
  }, [editing.dirty]);
  useEffect(() => withdrawUndo, []);
  const [withdrawing, setWithdrawing] = useState(false);
  const { draft } = editing;
  const tongues = useTongues(draft.names);
  // Here, because uploads continue while another tab is open.
  const uploads = useUploads(editing.change, draft);
  const press = (event: React.KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Held keys repeat: a second save would be refused, or create the product again.
    if (!editing.busy) void editing.save();
  };
  return (
    <EditorRoom value={{ ...editing, ...tongues }}>
      <EditorHead />
      <form noValidate onKeyDown={press} onSubmit={onSend(() => editing.save())}>
        <EditorTabs />
        <RestoredMessage />
        <ProblemList />
        <div className="mb-4 grid gap-4 [&_:focus]:scroll-mb-32">
          <Panel tab={tabOf(params.get('tab'))} uploads={uploads} {...around} />
        </div>
        <EditorBar
          onState={(state) => (state === 'withdrawn' ? setWithdrawing(true) : void editing.setState('published'))}
        />
      </form>
      <WithdrawDialog
        open={withdrawing}
        name={isFilled(draft.names) ? (draft.names[tongues.from] ?? draft.key) : draft.key}
        onClose={() => setWithdrawing(false)}
        onWithdraw={() => {
          setWithdrawing(false);
          void editing.setState('withdrawn');
        }}
      />
      <LeaveGuard dirty={editing.dirty} onLeave={editing.forget} roomOf={({ pathname }) => pathname} stored />
    </EditorRoom>
  );
}

/** Languages of the shop and those that already have a name; source and target are in the address. */
function useTongues(names: ProductFile['document']['names']): Pick<EditorTongues, 'languages' | 'from' | 'to'> {
  const { site } = useRoot();
  const [params] = useSearchParams();
  const offered = site?.languages ?? languages;
  const shown = languages.filter((language) => offered.includes(language) || names[language]?.trim());
  const sourceId = params.get('from');
  const from = isLanguage(sourceId) ? sourceId : 'en';
  const wanted = params.get('to');
  const to = isLanguage(wanted) ? wanted : (shown.find((item) => item !== from) ?? from);
  return { languages: shown, from, to };
}

function Panel({ tab, uploads, city, areas, suppliers, freight }: { tab: Tab; uploads: Uploads } & Around) {
  if (tab === 'texts') return <EditTexts />;
  if (tab === 'packages') return <EditPackages suppliers={suppliers} areas={areas} />;
  if (tab === 'extras') return <EditExtras />;
  if (tab === 'rules') return <EditRules freight={freight} />;
  if (tab === 'pictures') return <EditPictures uploads={uploads} />;
  if (tab === 'areas') return <EditAreas areas={areas} />;
  return <EditBasics city={city} suppliers={suppliers} />;
}

type WithdrawDialogProps = { open: boolean; name: string; onClose(): void; onWithdraw(): void };

function WithdrawDialog({ open, name, onClose, onWithdraw }: WithdrawDialogProps) {
  const { say } = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={say('editing.withdrawTitle', { name })}>
      <form className="grid gap-4" onSubmit={onSend(onWithdraw)}>
        <p>{say('editing.withdrawText')}</p>
        <DialogFoot act={say('editing.withdraw')} busy={false} danger onClose={onClose} />
      </form>
    </Dialog>
  );
}
