// Where somebody who is signed in goes who opens a page for signing in or up: one step back (§2 navigation).
import { doorPaths, paths } from '../../../domain/paths.ts';
import { safePath } from '../../../domain/safe-path.ts';
import { isUnder } from '../../../domain/write-address.ts';
import { visitor } from '../../call.ts';

/** The page of this site that led here; the shop's home where none did, or one that leads back to here. */
export function stepBack(request: Request): string {
  const from = request.headers.get('referer') ?? '';
  if (!URL.canParse(from)) return paths.home();
  const { origin, pathname, search } = new URL(from);
  const isOurs = origin === visitor().origin && !doorPaths.some((door) => isUnder(pathname, door));
  return isOurs ? safePath(pathname + search) : paths.home();
}
