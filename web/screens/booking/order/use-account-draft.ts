// The typed values of a user signed in by password are also available on other devices (decision 0465). This tab's values come first.
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { readTyped } from '../../../parts/form/store-typed.ts';
import { useRoot } from '../../../root-data.ts';

const pauseMilliseconds = 1500;

type Saved = NonNullable<OutputOf<'bookingDraft'>['typed']>;
/** `chosen` comes from the address and is not sent. */
type Typed = Saved & { chosen: string };

export type AccountDraft = {
  /** The form started with values typed on another device. */
  continued: boolean;
  startEmpty(): void;
  save(typed: Typed): void;
  forget(): void;
};

type Form = { take(found: Saved): void; clear(): void };

export function useAccountDraft(
  id: string,
  place: { key: string; person: string },
  { take, clear }: Form,
): AccountDraft {
  const { user } = useRoot();
  const savesDraft = Boolean(user?.verAuthFlag && !user.actingStaff);
  const [continued, setContinued] = useState(false);
  const unsent = useRef<Typed>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = () => {
    clearTimeout(timer.current);
    if (!unsent.current) return;
    const { chosen: _, ...typed } = unsent.current;
    unsent.current = undefined;
    // The tab has it too; the next change sends everything again.
    void send('bookingDraftKeep', { id, typed }).catch(() => undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form requests the values typed elsewhere once
  useEffect(() => {
    if (!savesDraft || readTyped(place)) return;
    void send('bookingDraft', { id }).then(
      ({ typed }) => {
        if (!typed || readTyped(place)) return;
        take(typed);
        setContinued(true);
      },
      () => undefined,
    );
  }, [savesDraft, place.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `flush` reads the newest values when it runs
  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, []);
  const forget = () => {
    clearTimeout(timer.current);
    unsent.current = undefined;
    if (savesDraft) void send('bookingDraftKeep', { id, typed: null }).catch(() => undefined);
  };
  return {
    continued,
    startEmpty: () => {
      setContinued(false);
      clear();
      forget();
    },
    save: (typed) => {
      if (!savesDraft) return;
      unsent.current = typed;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, pauseMilliseconds);
    },
    forget,
  };
}
