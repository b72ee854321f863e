// Up to five pictures of a review, each uploaded at once and shown as it is stored.
import { useId, useRef, useState } from 'react';
import { fileAddress } from '../../../contract/file-address.ts';
import { reviewRules } from '../../../domain/review-rules.ts';
import { CallFailed } from '../../call.ts';
import { postFile } from '../../files.ts';
import { describeError } from '../../parts/describe-error.ts';
import { removesRow } from '../../parts/form/remove-row.ts';
import { pictureKinds, shrinkPicture } from '../../parts/form/shrink-picture.ts';
import { ChooseFile } from '../../parts/page/choose-file.tsx';
import { useWords } from '../../parts/use-words.ts';

export type Sent = { place: number; id: string; src: string };

type SendPicturesProps = {
  door: { token?: string; line?: string };
  pictures: Sent[];
  onPictures(pictures: Sent[]): void;
};

export function SendPictures({ door, pictures, onPictures }: SendPicturesProps) {
  const { say } = useWords();
  const id = useId();
  const { busy, problem, left, upload } = useUpload({ door, pictures, onPictures });
  const full = pictures.length >= reviewRules.mostPictures;
  return (
    <fieldset data-adds="pictures" tabIndex={-1} className="grid gap-2">
      <legend id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {say('review.pictures')}
      </legend>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, at) => (
            <li key={picture.id} className="grid justify-items-center gap-1">
              <img src={`${picture.src}?w=160`} alt="" className="size-20 rounded-lg border border-line object-cover" />
              <button
                type="button"
                className="min-h-11 text-sm underline"
                {...removesRow('pictures', () => onPictures(pictures.filter((other) => other !== picture)))}
              >
                {say('review.removePicture', { number: at + 1 })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!full && (
        <ChooseFile
          {...{ id, busy, problem }}
          kinds={pictureKinds}
          hint={say('review.picturesHint', { most: reviewRules.mostPictures })}
          many
          onFile={upload}
        />
      )}
      {full && (left > 0 || problem) && (
        <p role="alert" className="text-sm text-bad">
          {left > 0 ? say('review.picturesLeft', { most: reviewRules.mostPictures, left }) : problem}
        </p>
      )}
    </fieldset>
  );
}

/** Several may be chosen at once: one is sent after the other, each into the next free place. `left`: those that had none. */
function useUpload({ door, pictures, onPictures }: SendPicturesProps) {
  const words = useWords();
  const [waiting, setWaiting] = useState(0);
  const [problem, setProblem] = useState('');
  const [left, setLeft] = useState(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const shown = useRef(pictures);
  shown.current = pictures;
  const sendOne = async (file: File) => {
    const taken = shown.current.map(({ place }) => place);
    const place = Array.from({ length: reviewRules.mostPictures }, (_, at) => at).find((at) => !taken.includes(at));
    if (place === undefined) return setLeft((count) => count + 1);
    if (!pictureKinds.includes(file.type)) return setProblem(words.say('site.setting.picture.kind'));
    try {
      const small = await shrinkPicture(file);
      if (!small) return setProblem(words.say('site.setting.picture.size'));
      const { id, address } = await postFile<Record<string, unknown>>(
        fileAddress('reviewPicture', { ...door, place }),
        small,
      );
      shown.current = [...shown.current, { place, id: String(id), src: String(address) }];
      onPictures(shown.current);
    } catch (error) {
      const tooLarge = error instanceof CallFailed && error.status === 413;
      setProblem(tooLarge ? words.say('site.setting.picture.size') : describeError(error, words).text);
    }
  };
  const upload = (file: File) => {
    setProblem('');
    setLeft(0);
    setWaiting((count) => count + 1);
    last.current = last.current.then(() => sendOne(file)).finally(() => setWaiting((count) => count - 1));
  };
  return { busy: waiting > 0, problem, left, upload };
}
