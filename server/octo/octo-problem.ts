// What goes wrong, as OCTO says it: `error`, a text in the reader's language, and the id that was wrong. Refusals are 400, the key's 401
// and 403, too many requests 429; nothing that a caller does is a 5xx.
import { NotSignedIn, Refusal, type RefusalName, refusals } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import { refusalOf } from '../platform/db.ts';
import { envelopeOf } from '../platform/edge/write-envelope.ts';

type Blanks = Record<string, string | number>;

const ids = {
  productId: 'INVALID_PRODUCT_ID',
  optionId: 'INVALID_OPTION_ID',
  unitId: 'INVALID_UNIT_ID',
  availabilityId: 'INVALID_AVAILABILITY_ID',
  uuid: 'INVALID_BOOKING_UUID',
  // Of the older dialect, by the pattern of the others.
  orderId: 'INVALID_ORDER_ID',
} as const;

type ErrorName = (typeof ids)[keyof typeof ids] | 'BAD_REQUEST' | 'UNPROCESSABLE_ENTITY';

export class OctoProblem extends Error {
  readonly error: ErrorName;
  readonly word: string;
  readonly blanks: Blanks;
  readonly echo: Record<string, string>;

  constructor(
    error: ErrorName,
    word: string,
    { blanks = {}, echo = {} }: { blanks?: Blanks; echo?: OctoProblem['echo'] } = {},
  ) {
    super(error);
    this.error = error;
    this.word = word;
    this.blanks = blanks;
    this.echo = echo;
  }
}

/** An unknown id; the error contains the id. */
export const wrongId = (name: keyof typeof ids, value: string): OctoProblem =>
  new OctoProblem(ids[name], name, { echo: { [name]: value } });

export const unprocessable = (word: string, blanks: Blanks = {}): OctoProblem =>
  new OctoProblem('UNPROCESSABLE_ENTITY', word, { blanks });

export const badRequest = (word: string, blanks: Blanks = {}): OctoProblem =>
  new OctoProblem('BAD_REQUEST', word, { blanks });

export type OctoErrorAnswer = {
  status: number;
  /** For the log of calls with keys. */
  code: number;
  body: { error: string; errorMessage: string } & Record<string, string | number>;
  retryAfterSeconds?: number | undefined;
};

/** What is wrong with the key, not with the question. */
const ofKey: ReadonlySet<RefusalName> = new Set<RefusalName>([
  ...(['keyScope', 'keyElsewhere', 'keysClosed', 'partnerNotApproved'] as const),
]);

export function octoAnswerOf(error: unknown, language: Language, context?: Context): OctoErrorAnswer {
  if (error instanceof OctoProblem) {
    const errorMessage = translate(language, `octo.${error.word}`, error.blanks);
    return { status: 400, code: refusals.invalidInput, body: { error: error.error, errorMessage, ...error.echo } };
  }
  if (error instanceof NotSignedIn)
    return { status: 401, code: 401, body: { error: 'UNAUTHORIZED', errorMessage: translate(language, 'octo.key') } };
  const { status, body, retryAfterSeconds } = envelopeOf(error, language, translate, context);
  const { code, msg } = body;
  if (status === 503 && retryAfterSeconds) {
    const waiting = { error: 'TOO_MANY_REQUESTS', errorMessage: msg, retryAfter: retryAfterSeconds };
    return { status: 429, code, body: waiting, retryAfterSeconds };
  }
  if (status >= 500) return { status: 500, code, body: { error: 'INTERNAL_SERVER_ERROR', errorMessage: msg } };
  if (status !== 200) return { status: 400, code, body: { error: 'BAD_REQUEST', errorMessage: msg } };
  const name = error instanceof Refusal ? error.refusal : (refusalOf(error) as RefusalName | undefined);
  const errorMessage = [msg, ...fieldsOf(body.data)].join(' ');
  if (name && ofKey.has(name)) return { status: 403, code, body: { error: 'FORBIDDEN', errorMessage } };
  return {
    status: 400,
    code,
    body: { error: name === 'invalidInput' ? 'BAD_REQUEST' : 'UNPROCESSABLE_ENTITY', errorMessage },
  };
}

/** Fields of ours that have another name here. */
const octoNames: Record<string, string> = { address: 'url' };

const fieldsOf = (data: unknown): string[] => {
  const fields = (data as { fields?: Record<string, string> } | null)?.fields ?? {};
  return Object.entries(fields).map(([name, text]) => `${octoNames[name] ?? name}: ${text}.`);
};
