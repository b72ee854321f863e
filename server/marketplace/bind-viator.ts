// Viator's calls below /viator: a partner's key in the header X-Api-Key, or in the message where version 1 has it.
import type { FastifyRequest } from '../platform/http.ts';
import type { ChannelCall, ChannelDoor, ChannelRoute } from './bind-channel.ts';
import {
  checkAvailability,
  listTours,
  reserveForViator,
  showViatorCalendar,
  viatorInputs,
  viatorSource,
} from './viator.ts';
import { amendForViator } from './viator-amendment.ts';
import { bookForViator, cancelForViator, showRedemption, viatorBookingInputs } from './viator-booking.ts';
import { describeForViator, ViatorProblem } from './viator-problem.ts';

const routes: ChannelRoute[] = (
  [
    ['v2/availability/check', 'viatorCheck', viatorInputs.check, checkAvailability],
    ['v2/availability/calendar', 'viatorCalendar', viatorInputs.calendar, showViatorCalendar],
    ['v2/reserve', 'viatorReserve', viatorInputs.reserve, reserveForViator],
    ['tourlist', 'viatorTourList', viatorBookingInputs.tours, listTours],
    ['booking', 'viatorBooking', viatorBookingInputs.booking, bookForViator],
    ['booking-amendment', 'viatorAmendment', viatorBookingInputs.amendment, amendForViator],
    ['booking-cancellation', 'viatorCancellation', viatorBookingInputs.cancellation, cancelForViator],
    ['redemption', 'viatorRedemption', viatorBookingInputs.redemption, showRedemption],
  ] as const
).map(([path, name, schema, answer]) => ({ method: 'POST', path: `/${path}`, name, schema, answer }));

type Message = { requestType?: unknown; data?: Record<string, unknown> };

const messageOf = (body: unknown): Message => (body && typeof body === 'object' ? body : {}) as Message;

function keyOf({ headers, body }: FastifyRequest): string {
  const inside = messageOf(body).data?.ApiKey;
  return String(headers['x-api-key'] ?? (typeof inside === 'string' ? inside : ''));
}

/** Version 1 repeats what identified the question; the key itself is never sent back. */
function envelope({ body }: ChannelCall, RequestStatus: object, data: object) {
  const { requestType, data: sent = {} } = messageOf(body);
  const { ResellerId, SupplierId, ExternalReference, Timestamp } = sent;
  return {
    responseType: typeof requestType === 'string' ? requestType.replace('Request', 'Response') : 'ErrorResponse',
    data: { ApiKey: '', ResellerId, SupplierId, ExternalReference, Timestamp, RequestStatus, ...data },
  };
}

const isSecond = ({ route }: ChannelCall) => route?.path.startsWith('/v2/') ?? false;

export const viatorDoor: ChannelDoor = {
  ...{ channel: 'viator', source: viatorSource, routes, keyOf },
  wrap: (data, call) => (isSecond(call) ? data : envelope(call, { Status: 'SUCCESS' }, data as object)),
  describe(error, call, context) {
    const { status, code, error: name, message } = describeForViator(error, context);
    if (isSecond(call) || !call.route) return { status, code, body: { error: name, message } };
    const failed = { Status: 'ERROR', Error: { ErrorCode: name, ErrorMessage: message } };
    return { status: 200, code, body: envelope(call, failed, {}) };
  },
  unreadable: (path) => new ViatorProblem(400, 'BAD_REQUEST', `The request is wrong at: ${path}`),
};
