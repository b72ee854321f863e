// Copying a text to the clipboard. A browser may refuse: the page has no https, or its reader did not permit it.
import { useState } from 'react';

/** False where the text must be copied by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** `result` is the end of a key of `account.centre`. */
export function useCopy() {
  const [result, setResult] = useState<'copied' | 'copyByHand'>();
  const copy = async (text: string) => setResult((await copyText(text)) ? 'copied' : 'copyByHand');
  return { result, copy };
}
