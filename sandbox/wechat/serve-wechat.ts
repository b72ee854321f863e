// A stand-in for WeChat Pay with code of its own: API v3 under /v3, who pays under /connect and /sns, the app's page under /scan and /cgi-bin, control under /control.
// README.md says what is played and what is not. Nothing of the house is imported, so that both cannot share one mistake.
import type { KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi, type Told } from './answer-api.ts';
import type { Call } from './check-request.ts';
import { answerControl } from './control-fake.ts';
import { answerPage } from './draw-page.ts';
import { answerAuthorize, answerToken } from './name-person.ts';
import { type Fake, type Merchant, makeFake, newKey, newLetters, type PlatformKey } from './run-fake.ts';
import { type Sender, signBody, startSender } from './send-notices.ts';
import { answerText, signText } from './sign-messages.ts';

export type WechatOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  merchant: Merchant;
  /** Made when left out. */
  platformKey?: PlatformKey;
  publicUrl?: string;
  refundNotifyUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};

export type WechatFake = {
  port: number;
  url: string;
  /** The platform's public key by its id, for merchants who moved to it. */
  publicKey: { id: string; key: KeyObject };
  close(): Promise<void>;
};

const mostBytes = 262_144;
const stranger = newKey();

export async function serveWechat(options: WechatOptions): Promise<WechatFake> {
  const fake = makeFake(options.merchant, options.log ?? (() => undefined), options.platformKey);
  fake.refundNotifyUrl = options.refundNotifyUrl ?? null;
  const sender = startSender(fake, options.retrySeconds);
  const server = createServer((request, response) => {
    serve(fake, sender, request, response).catch((error) => {
      fake.log(`answer failed: ${String(error)}`);
      response.destroy();
    });
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  fake.publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '');
  return {
    port,
    url,
    publicKey: fake.publicKey,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sender.stop()]);
    },
  };
}

async function serve(fake: Fake, sender: Sender, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const headers = request.headers as Record<string, string | undefined>;
  const call: Call = { method, path, headers, body: await readBody(request) };
  if (path.startsWith('/control/')) {
    const { status, body } = answerControl(fake, sender, call);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  const isToken = path.startsWith('/sns/oauth2/access_token?');
  if (!path.startsWith('/v3/') && !isToken) {
    const asks = path.startsWith('/connect/oauth2/authorize?');
    const page = asks ? answerAuthorize(fake, path) : answerPage(fake, sender, path, method);
    response.writeHead(page.status, page.headers).end(page.body);
    return;
  }
  const mode = takeFault(fake, path);
  if (mode === 'hang') return;
  if (mode === 'refuse') {
    response.destroy();
    return;
  }
  if (isToken) {
    const { status, headers: named, body } = answerToken(fake, path);
    response.writeHead(mode ? 500 : status, named).end(mode ? 'system error' : body);
    return;
  }
  const trouble: Told = { status: 500, body: { code: 'SYSTEM_ERROR', message: '系统异常，请稍后重试' } };
  const told = mode === 'error' ? trouble : answerApi(fake, sender, call);
  fake.log(`${method} ${path}: ${told.status}`);
  if (mode === 'lose') {
    response.destroy();
    return;
  }
  if (told.file) {
    response.writeHead(told.status, { 'content-type': 'application/octet-stream' }).end(told.file);
    return;
  }
  const signed = signBody(fake, told.body ? JSON.stringify(told.body) : '', headers['wechatpay-serial']);
  if (mode === 'forge') {
    const { 'wechatpay-timestamp': at = '', 'wechatpay-nonce': nonce = '' } = signed.headers;
    signed.headers['wechatpay-signature'] = signText(answerText(at, nonce, signed.body), stranger);
  }
  response.writeHead(told.status, { ...signed.headers, 'request-id': newLetters(28) }).end(signed.body);
}

function takeFault(fake: Fake, path: string) {
  const at = fake.faults.findIndex((fault) => path.includes(fault.path));
  const fault = fake.faults[at];
  if (!fault) return undefined;
  fault.times -= 1;
  if (fault.times <= 0) fake.faults.splice(at, 1);
  return fault.mode;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > mostBytes) throw new Error('too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
