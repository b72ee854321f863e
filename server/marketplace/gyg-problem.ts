// What goes wrong, as GetYourGuide reads it: always HTTP 200, with one of its error codes.
import { NotSignedIn, Refusal } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { octoAnswerOf } from '../octo/octo-problem.ts';
import type { Context } from '../platform/context.ts';
import { refusalOf } from '../platform/db.ts';

export type GygCode =
  | 'AUTHORIZATION_FAILURE'
  | 'INVALID_PRODUCT'
  | 'VALIDATION_FAILURE'
  | 'INTERNAL_SYSTEM_FAILURE'
  | 'NO_AVAILABILITY'
  | 'INVALID_TICKET_CATEGORY'
  | 'INVALID_PARTICIPANTS_CONFIGURATION'
  | 'INVALID_RESERVATION'
  | 'INVALID_BOOKING'
  | 'INVALID_SUPPLIER'
  | 'BOOKING_REDEEMED'
  | 'BOOKING_IN_PAST'
  | 'BOOKING_ALREADY_CANCELED';

export class GygProblem extends Error {
  readonly code: GygCode;
  readonly more: Record<string, unknown>;

  constructor(code: GygCode, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

const codes: Record<string, GygCode> = {
  UNAUTHORIZED: 'AUTHORIZATION_FAILURE',
  FORBIDDEN: 'AUTHORIZATION_FAILURE',
  INVALID_PRODUCT_ID: 'INVALID_PRODUCT',
  INVALID_OPTION_ID: 'INVALID_PRODUCT',
  INVALID_AVAILABILITY_ID: 'NO_AVAILABILITY',
  INVALID_UNIT_ID: 'INVALID_TICKET_CATEGORY',
  INVALID_BOOKING_UUID: 'INVALID_RESERVATION',
  BAD_REQUEST: 'VALIDATION_FAILURE',
  UNPROCESSABLE_ENTITY: 'VALIDATION_FAILURE',
};

const full = ['noStock', 'skuLimited', 'dateNotSold'];

export type GygAnswer = { code: number; body: { errorCode: GygCode; errorMessage: string } & Record<string, unknown> };

export function gygAnswerOf(error: unknown, language: Language, context?: Context): GygAnswer {
  if (error instanceof GygProblem)
    return { code: 200_001, body: { errorCode: error.code, errorMessage: error.message, ...error.more } };
  if (error instanceof NotSignedIn)
    return { code: 401, body: { errorCode: 'AUTHORIZATION_FAILURE', errorMessage: 'Incorrect credentials' } };
  const { code, body } = octoAnswerOf(error, language, context);
  const name = error instanceof Refusal ? error.refusal : refusalOf(error);
  const errorCode = name && full.includes(name) ? 'NO_AVAILABILITY' : (codes[body.error] ?? 'INTERNAL_SYSTEM_FAILURE');
  return { code, body: { errorCode, errorMessage: body.errorMessage } };
}
