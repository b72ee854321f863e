// The slider puzzle (§1): drag the piece, or move it with the arrow keys and press Enter. Only the server knows where the gap is.
import { IconArrowsHorizontal, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { trackLimits } from '../../../domain/judge-track.ts';
import { send } from '../../call.ts';
import { Skeleton } from '../../ui/pieces.tsx';
import { describeError } from '../describe-error.ts';
import { useWords, type Words } from '../use-words.ts';

type Puzzle = OutputOf<'getSliderCaptcha'>;

/** `round` changes when a new puzzle is needed; `onSolved` gets the ticket and the position of the piece. */
export function SliderPuzzle({
  flow,
  round,
  onSolved,
}: {
  flow: string;
  round: number;
  onSolved(ticket: string, x: number, track: [number, number][]): void;
}) {
  const words = useWords();
  const { say } = words;
  const { puzzle, problem, x, setX, track, fetchPuzzle } = usePuzzle(flow, round, words);
  if (problem)
    return (
      <p role="alert" className="text-bad">
        {problem}{' '}
        <button type="button" className="font-semibold underline" onClick={fetchPuzzle}>
          {say('ui.problem.again')}
        </button>
      </p>
    );
  if (!puzzle) return <Skeleton className="aspect-video w-full max-w-80" />;
  const solve = () => x > 0 && onSolved(puzzle.ticket, x, thin(track.current.points));
  const move = (to: number) => {
    track.current.points.push([Math.round(performance.now() - track.current.shownAt), to]);
    setX(to);
  };
  return (
    <div className="w-full max-w-80">
      <PuzzlePicture puzzle={puzzle} x={x} onFetch={fetchPuzzle} />
      <label className="mt-2 block">
        <span className="mb-1 flex items-center gap-2 text-sm text-quiet">
          <IconArrowsHorizontal aria-hidden="true" className="size-4" />
          {say('account.login.slide')}
        </span>
        <input
          type="range"
          min={0}
          max={puzzle.width - puzzle.pieceWidth}
          value={x}
          onChange={(event) => move(Number(event.target.value))}
          onPointerUp={solve}
          onKeyDown={(event) => event.key === 'Enter' && solve()}
          className="h-11 w-full cursor-grab accent-brand"
        />
      </label>
    </div>
  );
}

/** The shown puzzle, the position of its piece, and how it was moved there. */
function usePuzzle(flow: string, round: number, words: Words) {
  const [puzzle, setPuzzle] = useState<Puzzle>();
  const [problem, setProblem] = useState('');
  const [x, setX] = useState(0);
  /** The movement of the piece, which the server checks; times on this page's clock. */
  const track = useRef<{ shownAt: number; points: [number, number][] }>({ shownAt: 0, points: [] });
  const fetchPuzzle = useCallback(() => {
    setX(0);
    setPuzzle(undefined);
    setProblem('');
    const show = (made: Puzzle) => {
      track.current = { shownAt: performance.now(), points: [] };
      setPuzzle(made);
    };
    send('getSliderCaptcha', { flow }).then(show, (error: unknown) => setProblem(describeError(error, words).text));
  }, [flow, words.say, words]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round means a new puzzle
  useEffect(fetchPuzzle, [flow, round]);
  return { puzzle, problem, x, setX, track, fetchPuzzle };
}

function PuzzlePicture({ puzzle, x, onFetch }: { puzzle: Puzzle; x: number; onFetch(): void }) {
  const { say } = useWords();
  return (
    <div className="relative overflow-hidden rounded-lg" style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}>
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
        onClick={onFetch}
        aria-label={say('account.login.newPuzzle')}
        className={
          'absolute top-2 right-2 grid size-9 touch:size-11 place-items-center rounded-full bg-black/45 text-white ' +
          'hover:bg-black/65'
        }
      >
        <IconRefresh className="size-5" />
      </button>
    </div>
  );
}

/** A long movement keeps its last part, which is where the piece was left. */
function thin(points: [number, number][]): [number, number][] {
  return points.slice(-trackLimits.mostPoints);
}
