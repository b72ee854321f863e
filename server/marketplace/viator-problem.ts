// What goes wrong, as Viator reads it: HTTP codes with an error in version 2, HTTP 200 with a status inside in version 1.
import { NotSignedIn, Refusal, type RefusalName } from '../../domain/errors.ts';
import { octoAnswerOf } from '../octo/octo-problem.ts';
import type { Context } from '../platform/context.ts';
import { refusalOf } from '../platform/db.ts';

export class ViatorProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The key lacks the right, or is used from an address that it is not allowed from. */
const disabled: readonly RefusalName[] = ['keyScope', 'keyElsewhere', 'keysClosed', 'partnerNotApproved'];

export const refusalIn = (error: unknown): string | undefined =>
  error instanceof Refusal ? error.refusal : refusalOf(error);

/** Other buyers took the places. */
export const isSoldOut = (error: unknown): boolean => ['noStock', 'skuLimited'].includes(refusalIn(error) ?? '');

type Described = { status: number; code: number; error: string; message: string };

export function describeForViator(error: unknown, context?: Context): Described {
  if (error instanceof ViatorProblem)
    return { status: error.status, code: 200_001, error: error.code, message: error.message };
  if (error instanceof NotSignedIn)
    return { status: 401, code: 401, error: 'UNAUTHORIZED', message: 'The API key is not valid' };
  const { status, code, body } = octoAnswerOf(error, 'en', context);
  const { errorMessage: message } = body;
  if (disabled.some((name) => name === refusalIn(error))) return { status: 422, code, error: 'API_DISABLED', message };
  if (status >= 500) return { status: 500, code, error: 'INTERNAL_ERROR', message };
  return { status: status === 200 ? 400 : status, code, error: body.error, message };
}
