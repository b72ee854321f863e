// In the frames of the shop and of the back office: what was typed as a session ended comes back (decision 0766).
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** `person` is who is signed in, '' for no one: then nothing is loaded for it. */
export function useStoredTyping(person: string): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (person)
      import('../../store-typed.ts').then(
        ({ followTyping }) => followTyping(person, pathname + search),
        // Without the script it has to be typed again.
        () => undefined,
      );
  }, [person, pathname, search]);
}
