// Choosing a file of products and uploading it to be checked (rules §10); this changes nothing in the catalogue.
import { type FormEvent, useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { FileField, SendButton } from '../../../parts/console/files/file-field.tsx';
import { exceededMegabytes, sendFile } from '../../../parts/console/files/send-file.ts';
import { useNavigateHere } from '../../../parts/console/files/use-navigate-here.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Card, Notice } from '../../../ui/pieces.tsx';

/** `aside`: another import is open and has to be handled first. */
export function SendImport({ aside }: { aside: boolean }) {
  const { say } = useWords();
  const { percent, wrong, problem, send } = useSending();
  return (
    <Card>
      <h2 className="text-lg font-semibold">{say('porting.importTitle')}</h2>
      <p className="mt-1 mb-4 max-w-prose text-quiet">{say('porting.importText')}</p>
      <form onSubmit={send} noValidate className="grid gap-4">
        {problem && <Notice tone="bad" title={problem} />}
        <FileField label={say('porting.file')} error={wrong} accept=".xlsx,.json,application/json" />
        <SendButton aside={aside} percent={percent} />
      </form>
    </Card>
  );
}

/** Uploads the chosen file and shows the progress. */
function useSending() {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigateHere();
  const [percent, setPercent] = useState<number>();
  const [wrong, setWrong] = useState('');
  const [problem, setProblem] = useState('');
  const judgeSize = (file: File) => {
    const most = exceededMegabytes(file, true);
    return most === undefined ? '' : say('refusal.importTooLarge', { megabytes: most });
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const file = new FormData(form).get('file');
    const bad = file instanceof File && file.name ? judgeSize(file) : say('ui.field.required');
    setProblem('');
    setWrong(bad);
    if (bad || !(file instanceof File)) return form.querySelector('input')?.focus();
    setPercent(0);
    try {
      const id = await sendFile(fileAddress('catalogueUpload', { name: file.name.slice(-120) }), file, setPercent);
      form.reset();
      await navigate(consolePaths.catalogue({ import: id }), { preventScrollReset: true });
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
    setPercent(undefined);
  };
  return { percent, wrong, problem, send };
}
