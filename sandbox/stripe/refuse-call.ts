// Errors in the shape and words of Stripe's API.

export type ErrorBody = { type: string; message: string; code?: string; param?: string };

export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalid(message: string, more: { code?: string; param?: string; status?: number } = {}): StripeRefusal {
  const { status = 400, ...rest } = more;
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...rest });
}

export function missing(what: string, id: string, param: string): StripeRefusal {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param, status: 404 });
}
