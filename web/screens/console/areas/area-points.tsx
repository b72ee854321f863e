// The corners of an area, on the map and as a list of positions; both show the same ring and change it.
import { useState } from 'react';
import type { Ring } from '../../../../domain/areas.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { type Draft, RangeMap } from '../../../parts/map/range-map.tsx';
import { readRing, writeRing } from '../../../parts/map/read-coordinates.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

type AreaPointsProps = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** A line of the list that is no position. */
  onWrong: (line: number) => void;
  others: { id: string; name: string; ring: Ring }[];
  problem: string | undefined;
};

export function AreaPoints({ draft, onDraft, onWrong, others, problem }: AreaPointsProps) {
  const { say } = useWords();
  const [past, setPast] = useState<Ring[]>([]);
  const { ring, chosen } = draft;
  const change = (next: Draft) => {
    if (next.ring !== ring) setPast((known) => [...known.slice(-49), ring]);
    onDraft(next);
  };
  const undo = () => {
    onDraft({ ring: past.at(-1) ?? [], chosen: null });
    setPast(past.slice(0, -1));
  };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-2">
        <RangeMap label={say('places.area.outline')} areas={others} draft={draft} onDraft={change} alone />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            disabled={chosen === null}
            onClick={() => chosen !== null && change({ ring: ring.toSpliced(chosen, 1), chosen: null })}
          >
            {say('places.area.deletePoint')}
          </Button>
          <Button variant="outline" size="sm" disabled={!past.length} onClick={undo}>
            {say('places.area.undo')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={!ring.length}
            onClick={() => change({ ring: [], chosen: null })}
          >
            {say('places.area.clear')}
          </Button>
        </div>
      </div>
      <PointList
        ring={ring}
        onChange={(next) => change({ ring: next, chosen: null })}
        onWrong={onWrong}
        problem={problem}
      />
    </div>
  );
}

type PointListProps = Pick<AreaPointsProps, 'onWrong' | 'problem'> & { ring: Ring; onChange: (ring: Ring) => void };

/** The typed text stays until the field loses the focus or the ring is changed on the map. */
function PointList({ ring, onChange, onWrong, problem }: PointListProps) {
  const { say } = useWords();
  const [typed, setTyped] = useState<{ text: string; ring: Ring }>();
  const text = typed && typed.ring === ring ? typed.text : undefined;
  const read = text === undefined ? undefined : readRing(text);
  const wrong = read && 'line' in read ? say('places.area.lineWrong', { line: read.line }) : undefined;
  const type = (next: string) => {
    const now = readRing(next);
    const known = 'ring' in now ? now.ring : ring;
    setTyped({ text: next, ring: known });
    if ('ring' in now) onChange(now.ring);
    else onWrong(now.line);
  };
  return (
    <AreaField
      label={say('places.area.points', { count: ring.length })}
      hint={say('places.area.pointsHint')}
      error={wrong ?? problem}
      name="points"
      rows={12}
      spellCheck={false}
      className="font-mono text-sm"
      value={text ?? writeRing(ring)}
      onValue={type}
      onBlur={() => !wrong && setTyped(undefined)}
    />
  );
}
