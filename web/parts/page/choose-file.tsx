// Choosing a picture or another file and sending it as raw bytes.
import { fileRoutes } from '../../../contract/file-routes.ts';
import { postFile } from '../../files.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useWords } from '../use-words.ts';

type ChooseFileProps = {
  /** The id of the input; `-label`, `-choose` and `-hint` are appended for the texts around it. */
  id: string;
  input?: React.RefObject<HTMLInputElement | null>;
  kinds: readonly string[];
  busy: boolean;
  problem: string;
  hint: string;
  /** The text on the button, if the file is no picture. */
  label?: string;
  /** Several files can be chosen at once; each is passed separately. */
  many?: boolean;
  onFile(file: File): void;
  /** Beside the button. */
  children?: React.ReactNode;
};

/** The file input itself is unseen; its label looks like a button. */
export function ChooseFile({ id, input, kinds, busy, problem, hint, label, many, onFile, children }: ChooseFileProps) {
  const { say } = useWords();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          multiple={many}
          accept={kinds.join(',')}
          className="peer sr"
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-hint`}
          aria-invalid={Boolean(problem) || undefined}
          // Disabled, it would lose the focus, and the keyboard its place.
          aria-disabled={busy || undefined}
          onClick={(event) => busy && event.preventDefault()}
          onChange={(event) => {
            for (const file of event.target.files ?? []) onFile(file);
            event.target.value = '';
          }}
        />
        <label
          htmlFor={id}
          id={`${id}-choose`}
          className={
            'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface ' +
            'px-4 font-semibold hover:border-brand hover:text-brand peer-focus-visible:outline-3 ' +
            'peer-focus-visible:outline-brand peer-aria-disabled:cursor-not-allowed peer-aria-disabled:opacity-55'
          }
        >
          {busy && <Spinner />}
          {!busy && label ? label : say(busy ? 'site.setting.picture.busy' : 'site.setting.picture.choose')}
        </label>
        {children}
      </div>
      <p
        id={`${id}-hint`}
        role={problem ? 'alert' : undefined}
        className={`w-full text-sm ${problem ? 'text-bad' : 'text-quiet'}`}
      >
        {problem || hint}
      </p>
    </>
  );
}

export const sendPicture = (route: 'consolePicture' | 'partnerLogoUpload', file: Blob) =>
  postFile<Record<string, unknown>>(fileRoutes[route].path, file);
