// A stand-in for Alipay's open platform with code of its own: the gateway, the cashier, the bills, notices, control. README.md lists what
// it plays and what it does not. Nothing of the portal and nothing of Alipay's SDK is imported.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenServer, openServer, readBody } from '../kit/open-server.ts';
import { takeFault } from '../kit/plan-faults.ts';
import { answerGateway, type Reply, signed } from './answer-gateway.ts';
import { answerControl } from './control-fake.ts';
import { answerCashier } from './draw-cashier.ts';
import type { Fake } from './run-fake.ts';
import { startSender } from './send-notices.ts';
import type { Fields } from './sign-messages.ts';
import { writeBill } from './write-bill.ts';

export type AlipayOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  appId: string;
  sellerId: string;
  /** PEM: the merchant's public key, Alipay's private one. */
  appPublicKey: string;
  ownPrivateKey: string;
  controlToken: string;
  publicUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};

export type AlipayFake = OpenServer;

export async function serveAlipay(options: AlipayOptions): Promise<AlipayFake> {
  const { appId, sellerId, appPublicKey, ownPrivateKey, controlToken, log = () => undefined } = options;
  const sender = startSender(() => fake, options.retrySeconds);
  const fake: Fake = {
    ...{ appId, sellerId, appPublicKey, ownPrivateKey, controlToken, log },
    publicUrl: '',
    aheadSeconds: 0,
    muted: false,
    withheld: [],
    wishes: new Map(),
    trades: new Map(),
    faults: [],
    refundPlans: [],
    deliveries: [],
    notify: (wish, fields) => sender.send(wish, fields),
  };
  const server = await openServer({ port: options.port, host: options.host, log }, (request, response) =>
    serve(fake, request, response),
  );
  fake.publicUrl = (options.publicUrl ?? server.url).replace(/\/+$/, '');
  return {
    ...server,
    async close() {
      await Promise.all([server.close(), sender.stop()]);
    },
  };
}

async function serve(fake: Fake, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://own.invalid');
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (pathname.startsWith('/control/')) {
    const headers = request.headers as Record<string, string | undefined>;
    return send(response, answerControl(fake, { method, path: pathname, headers, body }));
  }
  const cashier = /^\/cashier\/(\w+)$/.exec(pathname);
  if (cashier?.[1]) return send(response, answerCashier(fake, cashier[1], method));
  if (pathname === '/downloadBillFile.resource') {
    const bill = writeBill(fake, searchParams.get('bizDates') ?? '');
    response.writeHead(200, { 'content-type': 'application/zip' }).end(bill);
    return;
  }
  if (pathname !== '/gateway.do') return send(response, { status: 404, headers: {}, body: '' });
  const fields: Fields = Object.fromEntries([...searchParams, ...new URLSearchParams(body)]);
  const name = fields.method ?? '';
  const mode = takeFault(fake.faults, name);
  if (mode === 'hang') return;
  if (mode === 'refuse') {
    response.destroy();
    return;
  }
  const busy = {
    code: '20000',
    msg: 'Service Currently Unavailable',
    sub_code: 'aop.unknow-error',
    sub_msg: '系统繁忙',
  };
  const answer =
    mode === 'error' ? signed(fake, `${name.replaceAll('.', '_')}_response`, busy) : answerGateway(fake, fields);
  fake.log(`${method} ${name}: ${answer.body.slice(0, 80)}`);
  if (mode === 'lose') response.destroy();
  else send(response, answer);
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body);
}
