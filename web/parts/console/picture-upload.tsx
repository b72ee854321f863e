// One picture of the owner: chosen or dropped, uploaded as raw bytes at once, shown as it is stored (rules §10). The shop
// changes only when the form around it is saved.
import { IconPhoto } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { CallFailed } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { describeError } from '../describe-error.ts';
import { pictureKinds, shrinkPicture } from '../form/shrink-picture.ts';
import { ChooseFile, sendPicture } from '../page/choose-file.tsx';
import { useWords, type Words } from '../use-words.ts';

type PictureUploadProps = {
  /** Address of the picture, null for none. */
  value: string | null;
  label: string;
  /** With the picture's id, if a document refers to it by id. */
  onChange(address: string | null, id?: string): void;
};

export function PictureUpload({ value, label, onChange }: PictureUploadProps) {
  const words = useWords();
  const { say } = words;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { busy, problem, upload, forget } = useUpload(words, onChange);
  const drop = (event: React.DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) upload(event.dataTransfer.files[0]);
  };
  const remove = () => {
    forget();
    onChange(null);
    input.current?.focus();
  };
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {label}
      </legend>
      <div
        className={[
          'relative flex flex-wrap items-center gap-4 rounded-lg border border-dashed p-3',
          `${over ? 'border-brand bg-tint' : 'border-line'}`,
        ].join(' ')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Preview value={value} label={label} />
        <ChooseFile
          {...{ id, input, busy, problem }}
          kinds={pictureKinds}
          hint={say('site.setting.picture.hint')}
          onFile={(file) => void upload(file)}
        >
          {value && (
            <Button
              variant="quiet"
              onClick={remove}
              disabled={busy}
              aria-label={say('catalog.search.remove', { filter: label })}
            >
              {say('site.setting.remove')}
            </Button>
          )}
        </ChooseFile>
        <span role="status" className="sr">
          {busy ? say('site.setting.picture.busy') : ''}
        </span>
      </div>
    </fieldset>
  );
}

function Preview({ value, label }: { value: string | null; label: string }) {
  const { say } = useWords();
  if (!value) return <IconPhoto aria-hidden="true" className="size-10 text-quiet" />;
  return (
    <img
      src={value}
      alt={say('site.setting.picture.alt', { name: label })}
      className="h-20 max-w-40 rounded-lg border border-line bg-white object-contain"
    />
  );
}

function useUpload(words: Words, onChange: (address: string, id: string) => void) {
  const { say } = words;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const upload = async (file: File | undefined) => {
    if (!file) return;
    if (!pictureKinds.includes(file.type)) return setProblem(say('site.setting.picture.kind'));
    setProblem('');
    setBusy(true);
    try {
      const small = await shrinkPicture(file);
      if (!small) throw new CallFailed(413);
      const { address, id } = await sendPicture('consolePicture', small);
      onChange(String(address), String(id));
    } catch (error) {
      setProblem(nameProblem(error, words));
    }
    setBusy(false);
  };
  return { busy, problem, upload, forget: () => setProblem('') };
}

/** An expired session shows a message and does not redirect: the rest of the form keeps its edits. */
function nameProblem(error: unknown, words: Words): string {
  if (error instanceof CallFailed && error.status === 413) return words.say('site.setting.picture.size');
  if (error instanceof CallFailed && error.status === 401) return words.say('ui.problem.signIn');
  const { text, fields } = describeError(error, words);
  return Object.values(fields)[0] ?? text;
}
