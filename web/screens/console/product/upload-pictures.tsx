// Many photographs at once, dropped or chosen: each file has a line with its progress, or with the reason of its refusal.
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { pictureKinds } from '../../../parts/form/shrink-picture.ts';
import { ChooseFile } from '../../../parts/page/choose-file.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Upload, Uploads } from './use-uploads.ts';

type UploadPicturesProps = {
  uploads: Uploads;
  /** How many more the product takes. */
  room: number;
};

export function UploadPictures({ uploads, room }: UploadPicturesProps) {
  const { say } = useWords();
  const id = useId();
  const [over, setOver] = useState(false);
  // Only files: moving a picture to another place is no upload.
  const carriesFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files');
  const add = (files: Iterable<File>) => {
    for (const file of files) uploads.add(file, room);
  };
  const { sent, all } = uploads.count;
  return (
    <fieldset className="grid content-start gap-2">
      <legend id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {say('editing.addPicture')}
      </legend>
      <div
        className={`relative grid gap-2 rounded-lg border border-dashed p-4 ${over ? 'border-brand bg-tint' : 'border-line'}`}
        onDragOver={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer.files);
        }}
      >
        <ChooseFile
          {...{ id, kinds: pictureKinds, busy: false, problem: '', many: true }}
          label={say('editing.upload.choose')}
          hint={say('editing.upload.hint')}
          onFile={(file) => add([file])}
        />
      </div>
      {uploads.list.length > 0 && (
        <ul className="grid gap-1.5">
          {uploads.list.map((upload) => (
            <UploadLine key={upload.id} upload={upload} onDismiss={() => uploads.dismiss(upload.id)} />
          ))}
        </ul>
      )}
      <p role="status" className="sr">
        {all > 0 ? say('editing.upload.count', { sent, all }) : ''}
      </p>
    </fieldset>
  );
}

function UploadLine({ upload, onDismiss }: { upload: Upload; onDismiss(): void }) {
  const { say, intl } = useWords();
  const { name, percent, problem } = upload;
  const share = intl.formatNumber((percent ?? 0) / 100, { style: 'percent' });
  return (
    <li className="flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 text-sm">
      <span className="min-w-0 grow basis-40 py-1.5">
        <span className="block truncate" title={name}>
          {name}
        </span>
        {problem && (
          <span role="alert" className="flex items-start gap-1.5 text-bad">
            <IconAlertTriangle aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {problem}
          </span>
        )}
      </span>
      {problem ? (
        <IconButton
          Icon={IconX}
          label={say('editing.upload.dismiss', { name })}
          onClick={onDismiss}
          className="hover:bg-canvas"
        />
      ) : percent === undefined ? (
        <span className="text-quiet">{say('editing.upload.waiting')}</span>
      ) : (
        <>
          <progress className="h-2 w-24 accent-(--brand)" max={100} value={percent} aria-label={name} />
          <span className="w-12 text-right tabular-nums">{share}</span>
        </>
      )}
    </li>
  );
}
