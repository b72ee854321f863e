// The way to the toast with Undo, in the reader's words. It is loaded when something is removed.
import { useWords } from '../use-words.ts';

/** Says in `text` what was done; `undo` takes it back. */
export function useUndo(): (text: string, undo: () => void) => void {
  const { say } = useWords();
  return (text, undo) => {
    const words = { text, undoWord: say('ui.undo'), closeWord: say('ui.dialog.close') };
    // Without a network nothing is offered, and nothing else is lost.
    void import('./offer-undo.tsx').then(({ offerUndo }) => offerUndo({ ...words, undo })).catch(() => undefined);
  };
}
