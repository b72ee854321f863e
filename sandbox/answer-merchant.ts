// The merchant's side of the gateway: /v1 for the shop and /control for tests, every request signed.
import { admitMerchant } from './admit-merchant.ts';
import { directPayment, directRefunds, directSilence } from './direct-tests.ts';
import { listStatement } from './list-statement.ts';
import { closePayment, findPayment, openPayment, showPayment } from './open-payment.ts';
import { readJsonObject } from './read-fields.ts';
import type { Answer, Incoming } from './read-request.ts';
import { answerJson } from './read-request.ts';
import { findRefund, refundPayment, showRefund } from './refund-payment.ts';
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';

type Call = { gateway: Gateway; merchant: string; request: Incoming; id: string };
type Route = { method: string; path: RegExp; answer: (call: Call) => Answer };

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/payments$/, answer: answerOpening },
  { method: 'GET', path: /^\/v1\/payments$/, answer: answerSearch },
  {
    method: 'GET',
    path: /^\/v1\/payments\/(\w+)$/,
    answer: ({ gateway, merchant, id }) => answerJson(200, showPayment(gateway, findPayment(gateway, merchant, id))),
  },
  {
    method: 'POST',
    path: /^\/v1\/payments\/(\w+)\/close$/,
    answer: ({ gateway, merchant, id }) =>
      answerJson(200, showPayment(gateway, closePayment(gateway, findPayment(gateway, merchant, id)))),
  },
  { method: 'POST', path: /^\/v1\/refunds$/, answer: answerRefund },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    answer: ({ gateway, merchant, id }) => answerJson(200, showRefund(findRefund(gateway, merchant, id))),
  },
  {
    method: 'GET',
    path: /^\/v1\/statement$/,
    answer: ({ gateway, merchant, request }) =>
      answerJson(200, listStatement(gateway, merchant, request.query.get('day'))),
  },
  {
    method: 'POST',
    path: /^\/control\/payments\/(\w+)$/,
    answer: ({ gateway, merchant, request, id }) =>
      answerJson(200, directPayment(gateway, findPayment(gateway, merchant, id), readJsonObject(request.rawBody))),
  },
  {
    method: 'POST',
    path: /^\/control\/payments\/(\w+)\/refunds$/,
    answer: ({ gateway, merchant, request, id }) =>
      answerJson(200, directRefunds(gateway, findPayment(gateway, merchant, id), readJsonObject(request.rawBody))),
  },
  {
    method: 'POST',
    path: /^\/control\/silence$/,
    answer: ({ gateway, request }) => answerJson(200, directSilence(gateway, readJsonObject(request.rawBody))),
  },
];

/** The signature is checked before the address, so a stranger cannot learn what exists. */
export function answerMerchant(gateway: Gateway, request: Incoming): Answer {
  const merchant = admitMerchant(gateway, request);
  const fitting = ROUTES.filter((route) => route.path.test(request.pathname));
  if (fitting.length === 0) throw new Refusal(404, 'not_found', 'No such address');
  const route = fitting.find((candidate) => candidate.method === request.method);
  if (!route) throw new Refusal(405, 'method_not_allowed', 'This address takes another method');
  const id = route.path.exec(request.pathname)?.[1] ?? '';
  return route.answer({ gateway, merchant, request, id });
}

function answerOpening({ gateway, merchant, request }: Call): Answer {
  const { isNew, payment } = openPayment(gateway, merchant, readJsonObject(request.rawBody));
  return answerJson(isNew ? 201 : 200, showPayment(gateway, payment));
}

function answerSearch({ gateway, merchant, request }: Call): Answer {
  const reference = request.query.get('reference');
  if (!reference) throw new Refusal(422, 'invalid_field', 'reference is missing', { field: 'reference' });
  const payments = gateway.book.paymentsByReference(merchant, reference);
  return answerJson(200, { payments: payments.map((payment) => showPayment(gateway, payment)) });
}

function answerRefund({ gateway, merchant, request }: Call): Answer {
  const { isNew, refund } = refundPayment(gateway, merchant, readJsonObject(request.rawBody));
  return answerJson(isNew ? 201 : 200, showRefund(refund));
}
