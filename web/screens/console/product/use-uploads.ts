// Uploads of photographs into a product, one after another in the order in which they were dropped: each is reduced, sent with
// progress, and then added to the draft; a refused one stays in the list with the reason.
import { useRef, useState } from 'react';
import { fileRoutes } from '../../../../contract/file-routes.ts';
import { focusMiddle } from '../../../../domain/pictures/picture-focus.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { CallFailed } from '../../../call.ts';
import { postFile } from '../../../files.ts';
import type { PictureDraft, ProductDraft } from '../../../parts/console/catalogue/product-draft.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { pictureKinds, shrinkPicture } from '../../../parts/form/shrink-picture.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { suggestAlts } from './suggest-alts.ts';

/** `percent` while it is sent; `problem` as text if it was refused. */
export type Upload = { id: number; name: string; percent?: number; problem?: string };
export type Uploads = ReturnType<typeof useUploads>;

type Change = (path: 'pictures', next: (rows: PictureDraft[]) => PictureDraft[]) => void;

export function useUploads(change: Change, { names, pictures }: Pick<ProductDraft, 'names' | 'pictures'>) {
  const words = useWords();
  const [list, setList] = useState<Upload[]>([]);
  const [count, setCount] = useState({ sent: 0, all: 0 });
  const queue = useRef<{ id: number; file: File }[]>([]);
  const state = useRef({ last: 0, running: false });
  const shown = useRef({ names, pictures });
  shown.current = { names, pictures };
  const update = (id: number, part: Partial<Upload>) =>
    setList((known) => known.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const remove = (id: number) => setList((known) => known.filter((item) => item.id !== id));
  const addToDraft = (pictureId: string): void => {
    if (shown.current.pictures.some((row) => row.pictureId === pictureId))
      throw new UploadRefused(words.say('ui.field.twice'));
    const focus = { focusX: String(focusMiddle), focusY: String(focusMiddle) };
    change('pictures', (rows) => [
      ...rows,
      { pictureId, alts: suggestAlts(shown.current.names, rows.length), ...focus },
    ]);
  };
  const run = async () => {
    state.current.running = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file } = next;
      try {
        update(id, { percent: 0 });
        addToDraft(await sendOne(file, words, (percent) => update(id, { percent })));
        remove(id);
        setCount((known) => ({ ...known, sent: known.sent + 1 }));
      } catch (error) {
        update(id, { percent: undefined, problem: reasonOf(error, words) });
      }
    }
    state.current.running = false;
  };
  return {
    list,
    count,
    /** `room`: how many more the product takes; files beyond that are refused at once. */
    add(file: File, room: number) {
      state.current.last += 1;
      const id = state.current.last;
      const waiting = queue.current.length + (state.current.running ? 1 : 0);
      const refusal = waiting >= room ? words.say('ui.field.tooMany', { max: productFields.pictures.most }) : undefined;
      setList((known) => [...known, { id, name: file.name, ...(refusal ? { problem: refusal } : {}) }]);
      if (refusal) return;
      if (!state.current.running) setCount({ sent: 0, all: 0 });
      setCount((known) => ({ ...known, all: known.all + 1 }));
      queue.current.push({ id, file });
      if (!state.current.running) void run();
    },
    dismiss: remove,
  };
}

/** The stored picture's id. */
async function sendOne(file: File, { say }: Words, onPercent: (percent: number) => void): Promise<string> {
  if (!pictureKinds.includes(file.type)) throw new UploadRefused(say('site.setting.picture.kind'));
  const small = await shrinkPicture(file);
  if (!small) throw new UploadRefused(say('site.setting.picture.size'));
  return String((await postFile<{ id: string }>(fileRoutes.consolePicture.path, small, { onPercent })).id);
}

/** Refused here, before or after sending; its message is for the reader. */
class UploadRefused extends Error {}

function reasonOf(error: unknown, words: Words): string {
  if (error instanceof UploadRefused) return error.message;
  if (error instanceof CallFailed && error.status === 413) return words.say('site.setting.picture.size');
  if (error instanceof CallFailed && error.status === 401) return words.say('ui.problem.signIn');
  return describeError(error, words).text;
}
