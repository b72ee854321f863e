// The upload of a list of orders: the platform, the partner that pays, the file.
import { type FormEvent, useRef, useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { isPlatformSource, type PlatformSource, platformSources } from '../../../../domain/order-sources.ts';
import { ChoosePayer } from '../../../parts/console/choose-payer.tsx';
import { FileField, SendButton } from '../../../parts/console/files/file-field.tsx';
import { exceededMegabytes, sendFile } from '../../../parts/console/files/send-file.ts';
import { useNavigateHere } from '../../../parts/console/files/use-navigate-here.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Card, Notice } from '../../../ui/pieces.tsx';

type Problems = { source?: string; partnerId?: string; file?: string };

/** `aside`: a checked list is open and has to be booked first. */
export function SendOrders({ aside }: { aside: boolean }) {
  const { say } = useWords();
  const [source, setSource] = useState<PlatformSource>();
  const [partnerId, setPartnerId] = useState('');
  const { form, percent, problems, problem, send } = useSending({ source, partnerId });
  return (
    <Card>
      <form ref={form} onSubmit={send} noValidate className="grid gap-4">
        {problem && <Notice tone="bad" title={problem} />}
        <ChoiceField
          label={say('marketplace.import.platform')}
          error={problems.source}
          required
          none={say('ui.field.choose')}
          value={source ?? ''}
          options={platformSources.map((source) => [source, say(`order.list.source.${source}`)] as const)}
          onValue={setSource}
        />
        <ChoosePayer partnerId={partnerId} error={problems.partnerId} onChoose={setPartnerId} />
        <FileField label={say('marketplace.import.file')} error={problems.file ?? ''} accept=".xlsx,.csv,text/csv" />
        <SendButton aside={aside} percent={percent} />
      </form>
    </Card>
  );
}

/** Uploads the chosen file and shows the progress; the first field with a problem gets the focus. */
function useSending({ source, partnerId }: { source: PlatformSource | undefined; partnerId: string }) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigateHere();
  const form = useRef<HTMLFormElement>(null);
  const [percent, setPercent] = useState<number>();
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState('');
  const refuse = (fields: Problems, text = '') =>
    showAndFocus(form.current, () => {
      setProblems(fields);
      setProblem(text);
      setPercent(undefined);
    });
  const judgeFile = (file: FormDataEntryValue | null): string => {
    if (!(file instanceof File) || !file.name) return say('ui.field.required');
    const most = exceededMegabytes(file, false);
    return most === undefined ? '' : say('refusal.importTooLarge', { megabytes: most });
  };
  const judge = (file: FormDataEntryValue | null): Problems => ({
    ...(source && isPlatformSource(source) ? {} : { source: say('ui.field.choose') }),
    ...(partnerId ? {} : { partnerId: say('ui.field.choose') }),
    ...(judgeFile(file) ? { file: judgeFile(file) } : {}),
  });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = event.currentTarget;
    const file = new FormData(typed).get('file');
    const wrong = judge(file);
    if (Object.keys(wrong).length || !(file instanceof File) || !source) return refuse(wrong);
    setProblems({});
    setProblem('');
    setPercent(0);
    try {
      const name = file.name.slice(-120);
      const id = await sendFile(fileAddress('orderImportUpload', { name, source, partnerId }), file, setPercent);
      typed.reset();
      await navigate(consolePaths.orderImports({ import: id }));
      setPercent(undefined);
    } catch (error) {
      const { fields, text } = describeError(error, words);
      refuse(fields, Object.keys(fields).length ? '' : text);
    }
  };
  return { form, percent, problems, problem, send };
}
