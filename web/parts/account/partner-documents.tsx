// Documents of a partner (rules §3), on the partner's page and on that of staff: listed with kind and end, downloaded, uploaded, removed.
import { useId, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { type DocumentKind, documentKinds, partnerDocumentRules } from '../../../domain/partner-documents.ts';
import { CallFailed } from '../../call.ts';
import { asBytes, postFile } from '../../files.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { Badge, Card } from '../../ui/pieces.tsx';
import { ChoiceField, InputField } from '../form/fields.tsx';
import { ChooseFile } from '../page/choose-file.tsx';
import { useFileAct } from '../page/use-file-act.ts';
import { useWords } from '../use-words.ts';

type Document = OutputOf<'partnerDocuments'>['list'][number];

type DocumentsProps = {
  list: Document[];
  hrefOf(id: string): string;
  uploadTo(values: { kind: DocumentKind; endsOn: string; name: string }): string;
  mayDelete(document: Document): boolean;
  onDelete(id: string): Promise<unknown>;
};

export function PartnerDocuments({ list, hrefOf, uploadTo, mayDelete, onDelete }: DocumentsProps) {
  const { say } = useWords();
  const { busy, problem, act } = useFileAct('refusal.documentRefused');
  const { mostFiles } = partnerDocumentRules;
  return (
    <Card className="grid gap-4">
      <header>
        <h2 className="text-lg font-bold">{say('partner.documents.title')}</h2>
        <p className="max-w-prose text-sm text-quiet">{say('partner.documents.hint')}</p>
      </header>
      {list.length === 0 ? (
        <p className="text-quiet">{say('partner.documents.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {list.map((one) => (
            <OneDocument
              key={one.id}
              document={one}
              href={hrefOf(one.id)}
              onDrop={mayDelete(one) ? () => void act(() => onDelete(one.id)) : undefined}
              busy={busy}
            />
          ))}
        </ul>
      )}
      {list.length < mostFiles ? (
        <Upload {...{ busy, problem, act, uploadTo }} />
      ) : (
        <p role="status" className="text-sm text-quiet">
          {say('refusal.documentsFull', { max: mostFiles })}
        </p>
      )}
    </Card>
  );
}

type OneProps = { document: Document; href: string; busy: boolean; onDrop: (() => void) | undefined };

function OneDocument({ document: { kind, endsOn, ends, name, byPartner, byName }, href, busy, onDrop }: OneProps) {
  const { say, day } = useWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{say(`partner.documents.kind.${kind}`)}</span>
          {ends === 'over' && <Badge tone="bad">{say('partner.documents.over')}</Badge>}
          {ends === 'soon' && <Badge tone="warn">{say('partner.documents.soon')}</Badge>}
        </p>
        <p className="text-sm break-words text-quiet">
          {endsOn ? say('partner.documents.until', { day: day(endsOn) }) : say('partner.documents.endless')} ·{' '}
          {byPartner ? say('partner.documents.byPartner', { name: byName }) : byName}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a
          href={href}
          download
          className="inline-flex min-h-11 max-w-full items-center font-semibold break-all text-brand hover:underline"
        >
          {name}
        </a>
        {onDrop && (
          <DialogButton
            variant="quiet"
            size="sm"
            disabled={busy}
            aria-label={`${say('partner.documents.delete')}: ${name}`}
            text={say('partner.documents.delete')}
            title={say('partner.documents.deleteTitle', { name })}
          >
            {(close) => (
              <div className="grid gap-4">
                <p>{say('partner.documents.deleteText')}</p>
                <DialogFoot
                  danger
                  act={say('partner.documents.delete')}
                  busy={busy}
                  onAct={() => {
                    close();
                    onDrop();
                  }}
                  onClose={close}
                />
              </div>
            )}
          </DialogButton>
        )}
      </div>
    </li>
  );
}

type UploadProps = Pick<DocumentsProps, 'uploadTo'> & ReturnType<typeof useFileAct>;

function Upload({ busy, problem, act, uploadTo }: UploadProps) {
  const { say } = useWords();
  const id = useId();
  const [kind, setKind] = useState<DocumentKind>('licence');
  const [endsOn, setEndsOn] = useState('');
  const { types, mostBytes } = partnerDocumentRules;
  const upload = async (file: File) => {
    // A file that is clearly too large is not sent.
    if (file.size > mostBytes) throw new CallFailed(413);
    await postFile(uploadTo({ kind, endsOn, name: file.name.slice(-100) }), file, asBytes);
    setEndsOn('');
  };
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 id={`${id}-label`} className="font-semibold">
        {say('partner.documents.add')}
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <ChoiceField
          label={say('partner.documents.kind')}
          name="kind"
          value={kind}
          options={documentKinds}
          word="partner.documents.kind"
          onValue={setKind}
        />
        <InputField
          label={say('partner.documents.endsOn')}
          hint={say('partner.documents.endsOnHint')}
          name="endsOn"
          type="date"
          value={endsOn}
          onValue={setEndsOn}
        />
      </div>
      <ChooseFile
        {...{ id, busy, problem, kinds: types }}
        label={say('partner.documents.choose')}
        hint={say('partner.documents.fileHint')}
        onFile={(file) => void act(() => upload(file))}
      />
    </div>
  );
}
