// In the frames of the shop and of the back office: what was typed as a session ended comes back (decision 0766).
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { noteTouched, restoreTyped, setReader } from '../../keep-typed.ts';

/** `person` is who is signed in, '' for nobody. */
export function useKeptTyping(person: string): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    for (const kind of ['input', 'change']) addEventListener(kind, noteTouched, true);
    return () => {
      for (const kind of ['input', 'change']) removeEventListener(kind, noteTouched, true);
    };
  }, []);
  useEffect(() => {
    setReader(person);
    restoreTyped(person, pathname + search);
  }, [person, pathname, search]);
}
