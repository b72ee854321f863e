// The slider puzzle (§1): drag the piece, or move it with the arrow keys and press Enter. Where the gap is, only the server knows.
import { IconArrowsHorizontal, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { Skeleton } from '../../ui/pieces.tsx';
import { tellFailure } from '../tell-failure.ts';
import { useWords } from '../use-words.ts';

type Puzzle = OutputOf<'getSliderCaptcha'>;

/** `round` changes when a new puzzle is wanted; `onSolved` gets the ticket and where the piece was left. */
export function SliderPuzzle({
  flow,
  round,
  onSolved,
}: {
  flow: string;
  round: number;
  onSolved(ticket: string, x: number): void;
}) {
  const words = useWords();
  const { say } = words;
  const [puzzle, setPuzzle] = useState<Puzzle>();
  const [problem, setProblem] = useState('');
  const [x, setX] = useState(0);
  const fetchPuzzle = useCallback(() => {
    setX(0);
    setPuzzle(undefined);
    setProblem('');
    send('getSliderCaptcha', { flow }).then(setPuzzle, (error: unknown) => setProblem(tellFailure(error, words).text));
  }, [flow, words.say, words]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round means a new puzzle
  useEffect(fetchPuzzle, [flow, round]);
  if (problem)
    return (
      <p role="alert" className="text-bad">
        {problem}{' '}
        <button type="button" className="font-semibold underline" onClick={fetchPuzzle}>
          {say('problem.again')}
        </button>
      </p>
    );
  if (!puzzle) return <Skeleton className="aspect-video w-full max-w-80" />;
  const solve = () => x > 0 && onSolved(puzzle.ticket, x);
  return (
    <div className="w-full max-w-80">
      <div
        className="relative overflow-hidden rounded-lg"
        style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}
      >
        <img src={puzzle.background} alt="" className="size-full" />
        <img
          src={puzzle.piece}
          alt=""
          className="pointer-events-none absolute drop-shadow-lg"
          style={{
            width: `${(puzzle.pieceWidth / puzzle.width) * 100}%`,
            top: `${(puzzle.pieceY / puzzle.height) * 100}%`,
            left: `${(x / puzzle.width) * 100}%`,
          }}
        />
        <button
          type="button"
          onClick={fetchPuzzle}
          aria-label={say('login.newPuzzle')}
          className="absolute top-2 right-2 grid size-9 place-items-center rounded-full bg-black/45 text-white hover:bg-black/65"
        >
          <IconRefresh className="size-5" />
        </button>
      </div>
      <label className="mt-2 block">
        <span className="mb-1 flex items-center gap-2 text-sm text-quiet">
          <IconArrowsHorizontal aria-hidden="true" className="size-4" />
          {say('login.slide')}
        </span>
        <input
          type="range"
          min={0}
          max={puzzle.width - puzzle.pieceWidth}
          value={x}
          onChange={(event) => setX(Number(event.target.value))}
          onPointerUp={solve}
          onKeyDown={(event) => event.key === 'Enter' && solve()}
          className="h-11 w-full cursor-grab accent-brand"
        />
      </label>
    </div>
  );
}
