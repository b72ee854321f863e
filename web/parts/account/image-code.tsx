// The image code (§2 login, security rule 43): four letters in a picture from the server; each try needs a new picture.
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { LabelledField, TextInput } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { randomName } from '../../ui/random-name.ts';
import { useWords } from '../use-words.ts';

export type ImageAnswer = { imageTicket: string; imageCode: string };

type ImageCodeProps = {
  flow: string;
  /** Changes when a new picture is needed: after each try. */
  round: number;
  value: string;
  error?: string;
  onChange(answer: ImageAnswer): void;
};

export function ImageCode({ flow, round, value, error, onChange }: ImageCodeProps) {
  const { say } = useWords();
  const [picture, setPicture] = useState<OutputOf<'getImageCode'>>();
  const [failed, setFailed] = useState(false);
  const fetchPicture = useCallback(() => {
    setPicture(undefined);
    setFailed(false);
    send('getImageCode', { flow }).then(setPicture, () => setFailed(true));
  }, [flow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round means a new picture
  useEffect(fetchPicture, [flow, round]);
  return (
    <LabelledField
      label={say('account.login.imageCode')}
      error={error}
      hint={failed ? say('ui.problem.network') : undefined}
      required
    >
      {(ids) => (
        <div className="flex items-center gap-2">
          <TextInput
            ids={ids}
            name="imageCode"
            value={value}
            maxLength={4}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) =>
              onChange({ imageTicket: picture?.ticket ?? '', imageCode: event.target.value.toUpperCase() })
            }
            className="min-w-0 flex-1 tracking-widest"
          />
          {picture ? (
            <img
              src={picture.picture}
              alt={say('account.login.imageCodeAlt')}
              width={picture.width}
              height={picture.height}
              className="h-11 w-auto rounded-lg border border-line"
            />
          ) : (
            <Skeleton className="h-11 w-28" />
          )}
          <IconButton
            Icon={IconRefresh}
            label={say('account.login.newImage')}
            onClick={fetchPicture}
            className="border border-line hover:border-brand"
          />
        </div>
      )}
    </LabelledField>
  );
}

/** One random name per page and browser tab: codes and pictures are valid only where they were requested. Survives a reload. */
export function useFlow(): string {
  const [flow, setFlow] = useState('');
  useEffect(() => {
    const stored = sessionStorage.getItem('flow') ?? randomName();
    sessionStorage.setItem('flow', stored);
    setFlow(stored);
  }, []);
  return flow;
}
