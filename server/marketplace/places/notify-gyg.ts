// Reports changed places to GetYourGuide by notify-availability-update (decision 0595), in the form of our answers to its requests.
import type { showPlace } from '../get-your-guide.ts';
import { askGyg, type GygAccount } from './ask-gyg.ts';

export const noticeKind = 'notify-availability-update';

export type SentPlace = ReturnType<typeof showPlace>;

/** '' where it took it, else its code. Throws PlatformSilence. */
export function notifyGyg(account: GygAccount, ref: string, places: SentPlace[]): Promise<string> {
  const availabilities = places.map((place) => ({ productId: ref, ...place }));
  return askGyg(account, noticeKind, { productId: ref, availabilities });
}
