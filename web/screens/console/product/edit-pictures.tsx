// Photographs of a product in their order, each described per language, and the drawn scene that replaces missing ones.
import { useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { sceneKinds, sceneTimes } from '../../../../domain/scene-kinds.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { moveRow, rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import { PairField, PickField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import type { PictureDraft } from '../../../parts/console/catalogue/product-draft.ts';
import { PictureUpload } from '../../../parts/console/picture-upload.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { RowActions } from './row-actions.tsx';

export function EditPictures() {
  const { say } = useWords();
  return (
    <>
      <FormSection title={say('editing.field.pictures')} hint={say('editing.picturesHint')}>
        <Photographs />
      </FormSection>
      <FormSection title={say('editing.scene')} hint={say('editing.sceneHint')}>
        <Scene />
      </FormSection>
    </>
  );
}

function Photographs() {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const [dragged, setDragged] = useState<number>();
  const rows = draft.pictures;
  const add = (address: string | null) => {
    const pictureId = address?.split('/').at(-1);
    if (pictureId && !rows.some((row) => row.pictureId === pictureId))
      change('pictures', [...rows, { pictureId, alts: {} }]);
  };
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
      {rows.length < productFields.pictures.most && (
        <PictureUpload key={rows.length} label={say('editing.addPicture')} value={null} onChange={add} />
      )}
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
  const id = rows[at]?.pictureId ?? '';
  const address =
    file?.pictures.find((picture) => picture.pictureId === id)?.address ?? fileAddress('ownerPicture', { id: id });
  const name = say('editing.one.pictures', { number: at + 1 });
  return (
    <li
      className={`flex flex-wrap items-start gap-3 rounded-lg border border-line p-3 ${lifted ? 'opacity-50' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(at);
      }}
    >
      <div className="grid gap-1">
        <img
          src={address}
          alt={name}
          draggable
          onDragStart={() => onLift(at)}
          onDragEnd={() => onLift(undefined)}
          className="h-24 w-36 cursor-grab rounded-lg border border-line object-cover"
        />
        {at === 0 && <span className="text-center text-xs font-medium text-brand">{say('editing.cover')}</span>}
      </div>
      <div className="min-w-0 grow basis-64">
        <PairField
          path={`pictures.${at}.alts`}
          label={`${name}: ${say('editing.field.alts')}`}
          actions={<RowActions rows={rows} at={at} name={name} onRows={(next) => change('pictures', next)} />}
        />
      </div>
    </li>
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
