// Photographs of a product in their order, each described by language, and the illustration that replaces missing ones.
import { IconFocusCentered } from '@tabler/icons-react';
import { useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { sceneKinds, sceneTimes } from '../../../../domain/pictures/scene-kinds.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { hasSeats } from '../../../../domain/product-types.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { moveRow, rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import { PairField, PickField, TextField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import type { PictureDraft } from '../../../parts/console/catalogue/product-draft.ts';
import { PictureUpload } from '../../../parts/console/picture-upload.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { FocusDialog } from './focus-dialog.tsx';
import { RowActions } from './row-actions.tsx';
import { fillAlts, hasMissingAlts } from './suggest-alts.ts';
import { UploadPictures } from './upload-pictures.tsx';
import type { Uploads } from './use-uploads.ts';

export function EditPictures({ uploads }: { uploads: Uploads }) {
  const { say } = useWords();
  return (
    <>
      <FormSection title={say('editing.field.pictures')} hint={say('editing.picturesHint')}>
        <Photographs uploads={uploads} />
      </FormSection>
      <SeatPlan />
      <FormSection title={say('editing.scene')} hint={say('editing.sceneHint')}>
        <Scene />
      </FormSection>
    </>
  );
}

function Photographs({ uploads }: { uploads: Uploads }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const [dragged, setDragged] = useState<number>();
  const rows = draft.pictures;
  const drop = (at: number) => {
    if (dragged !== undefined && dragged !== at) change('pictures', moveRow(rows, dragged, at));
    setDragged(undefined);
  };
  return (
    <>
      {rows.length > 0 && (
        <ol className="grid gap-3">
          {rows.map((row, at) => (
            <Photograph
              key={rowKey(row)}
              at={at}
              rows={rows}
              lifted={dragged === at}
              onLift={setDragged}
              onDrop={drop}
            />
          ))}
        </ol>
      )}
      {hasMissingAlts(rows, draft.names) && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => change('pictures', (known: PictureDraft[]) => fillAlts(known, draft.names))}
        >
          {say('editing.alts.suggest')}
        </Button>
      )}
      <UploadPictures uploads={uploads} room={productFields.pictures.most - rows.length} />
    </>
  );
}

type PhotographProps = {
  at: number;
  rows: PictureDraft[];
  lifted: boolean;
  onLift(at: number | undefined): void;
  onDrop(at: number): void;
};

function Photograph({ at, rows, lifted, onLift, onDrop }: PhotographProps) {
  const { say } = useWords();
  const { file, change } = useEditor();
  const [cropping, setCropping] = useState(false);
  const row = rows[at];
  if (!row) return null;
  const id = row.pictureId;
  const address =
    file?.pictures.find((picture) => picture.pictureId === id)?.address ?? fileAddress('ownerPicture', { id });
  const name = say('editing.one.pictures', { number: at + 1 });
  return (
    <li
      className={`flex flex-wrap items-start gap-3 rounded-lg border border-line p-3 ${lifted ? 'opacity-50' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={() => onDrop(at)}
    >
      <div className="grid gap-1">
        <img
          src={`${address}?w=400`}
          alt={name}
          width={144}
          height={96}
          draggable
          onDragStart={() => onLift(at)}
          onDragEnd={() => onLift(undefined)}
          className="h-24 w-36 cursor-grab rounded-lg border border-line bg-canvas object-cover"
          style={{ objectPosition: `${row.focusX}% ${row.focusY}%` }}
        />
        {at === 0 && <span className="text-center text-xs font-medium text-brand">{say('editing.cover')}</span>}
        <Button
          variant="outline"
          size="sm"
          aria-label={say('editing.focus.open', { name })}
          onClick={() => setCropping(true)}
        >
          <IconFocusCentered aria-hidden="true" className="size-4" />
          {say('editing.focus.short')}
        </Button>
      </div>
      <div className="min-w-0 grow basis-64">
        <PairField
          path={`pictures.${at}.alts`}
          label={`${name}: ${say('editing.field.alts')}`}
          actions={<RowActions rows={rows} at={at} name={name} onRows={(next) => change('pictures', next)} />}
        />
      </div>
      <FocusDialog
        open={cropping}
        {...{ address, name, row }}
        onClose={() => setCropping(false)}
        onFocus={(focus) => {
          change(`pictures.${at}`, { ...row, ...focus });
          setCropping(false);
        }}
      />
    </li>
  );
}

/** For kinds that have seats; its texts in other languages are edited with those of the product. */
function SeatPlan() {
  const { say } = useWords();
  const { draft, problems, from, change } = useEditor();
  const { seatPlan } = draft;
  if (!hasSeats(Number(draft.type))) return null;
  return (
    <FormSection title={say('editing.field.seatPlan')} hint={say('editing.seatPlanHint')} problem={problems.seatPlan}>
      <div data-path="seatPlan" tabIndex={-1}>
        <PictureUpload
          label={say('editing.field.seatPlan')}
          value={seatPlan && fileAddress('ownerPicture', { id: seatPlan })}
          onChange={(_, id) => change('seatPlan', id ?? null)}
        />
      </div>
      {seatPlan && <TextField path={`seatPlanAlts.${from}`} label={say('editing.field.seatPlanAlts')} />}
    </FormSection>
  );
}

function Scene() {
  const { say } = useWords();
  const { draft } = useEditor();
  const { kind, time } = draft.scene;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[12rem_1fr_1fr]">
      <img
        src={`/pictures/${kind}/${time}/banner-${kind}-0?w=400`}
        alt={say(`editing.scene.${kind}`)}
        width={1200}
        height={800}
        className="aspect-3/2 w-full rounded-lg border border-line object-cover"
      />
      <PickField
        path="scene.kind"
        label={say('editing.field.scene')}
        options={sceneKinds.map((item) => [item, say(`editing.scene.${item}`)] as const)}
      />
      <PickField
        path="scene.time"
        label={say('editing.field.sceneTime')}
        options={sceneTimes.map((item) => [item, say(`editing.light.${item}`)] as const)}
      />
    </div>
  );
}
