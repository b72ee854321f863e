// A position typed or pasted as coordinates: for keyboards, and for browsers that draw no maps.

import { useState } from 'react';
import type { Point } from '../../../domain/areas.ts';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../form/fields.tsx';
import { useWords } from '../use-words.ts';
import { readCoordinates, writeCoordinates } from './read-coordinates.ts';

type TypePositionProps = { open: boolean; point: Point | undefined; onSet: (point: Point) => void };

export function TypePosition({ open, point, onSet }: TypePositionProps) {
  const { say } = useWords();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const shown = typed ?? (point ? writeCoordinates(point) : '');
  const set = () => {
    const read = readCoordinates(shown);
    setWrong(!read);
    if (!read) return;
    setTyped(undefined);
    onSet(read);
  };
  return (
    <details open={open}>
      <summary className="min-h-11 content-center text-sm font-medium text-brand">
        {say('places.map.byCoordinates')}
      </summary>
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 grow">
          <InputField
            label={say('places.map.coordinates')}
            hint={say('places.map.coordinatesHint')}
            error={wrong ? say('places.map.coordinatesWrong') : undefined}
            value={shown}
            maxLength={60}
            autoComplete="off"
            onValue={(text) => {
              setTyped(text);
              setWrong(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              set();
            }}
          />
        </div>
        <Button variant="outline" className="mt-6.5" onClick={set}>
          {say('places.map.setPin')}
        </Button>
      </div>
    </details>
  );
}
