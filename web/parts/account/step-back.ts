// A signed-in user who opens a page for signing in or up goes one step back (§2 navigation).
import { doorPaths, paths } from '../../../domain/paths.ts';
import { safePath } from '../../../domain/safe-path.ts';
import { isUnder } from '../../../domain/write-address.ts';
import { visitor } from '../../call.ts';

/** The previous page of this site; the shop's home if there is none, or if it leads back here. */
export function stepBack(request: Request): string {
  const from = request.headers.get('referer') ?? '';
  if (!URL.canParse(from)) return paths.home();
  const { origin, pathname, search } = new URL(from);
  const isOurs = origin === visitor().origin && !doorPaths.some((door) => isUnder(pathname, door));
  return isOurs ? safePath(pathname + search) : paths.home();
}
