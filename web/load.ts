// How loaders handle answers without data: 401 redirects to login with `go`, 421 and an odd address show the not-found page (§2, §8).
import { data, redirect } from 'react-router';
import type { CallName } from '../contract/calls.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { consolePaths } from '../domain/console-paths.ts';
import { refusals } from '../domain/errors.ts';
import { signInFor } from '../domain/safe-path.ts';
import { CallFailed, CallRefused, send, visitor } from './call.ts';

/** Duties that staff must complete on one screen before anything else. */
const duties = new Set<number>([refusals.newPasswordNeeded, refusals.factorMissing]);

/** `send` for loaders. A refusal becomes an error page with the refusal's text. */
export async function load<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
  try {
    return await send(name, input);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) throw redirect(signInFor(visitor().path));
    if (isMissing(error)) throw data({ missing: true }, { status: 404 });
    if (error instanceof CallFailed && error.status === 503) throw data({ msg: error.msg }, { status: 503 });
    if (error instanceof CallRefused && duties.has(error.code)) throw redirect(consolePaths.security());
    // Behind a mailed link that is over there is no page any more, and a voucher saved on the device is deleted.
    if (error instanceof CallRefused && error.code === refusals.linkExpired)
      throw data({ code: error.code, msg: error.msg, data: error.data }, { status: 404 });
    if (error instanceof CallRefused)
      throw data({ code: error.code, msg: error.msg, data: error.data }, { status: 422 });
    throw error;
  }
}

/** What the caller cannot find; or its address holds a value that nothing can have. */
function isMissing(error: unknown): boolean {
  if (error instanceof CallRefused) return error.code === refusals.invalidInput;
  return error instanceof CallFailed && error.status === 421;
}
