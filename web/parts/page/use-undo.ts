// Shows the toast with Undo, in the reader's language. It is loaded with the first removal.
import { useWords } from '../use-words.ts';

/** `text` says what was done; `undo` reverts it. */
export function useUndo(): (text: string, undo: () => void) => void {
  const { say } = useWords();
  return (text, undo) => {
    const words = { text, undoWord: say('ui.undo'), closeWord: say('ui.dialog.close') };
    // Without a network there is no toast, and nothing else is lost.
    void import('./offer-undo.client.tsx')
      .then(({ offerUndo }) => offerUndo({ ...words, undo }))
      .catch(() => undefined);
  };
}
