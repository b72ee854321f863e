// The words that the pieces themselves say, in the reader's language. The frame of the page provides them once, so that no screen
// passes "Close" or "Next page" along.
import { createContext, useContext } from 'react';

export type UiWords = {
  /** The cross of a dialog. */
  close: string;
  /** The pages of a list: what the links are, and those to the neighbours. */
  pages: string;
  previousPage: string;
  nextPage: string;
  /** The buttons that count down and up. */
  less: string;
  more: string;
};

const UiWordsContext = createContext<UiWords | null>(null);
export const UiWordsProvider = UiWordsContext.Provider;

export function useUiWords(): UiWords {
  const words = useContext(UiWordsContext);
  if (!words) throw new Error('only within the frame of a page, which provides the words');
  return words;
}
