// A stand-in for WeChat Pay with code of its own: API v3 under /v3, the payer's identity under /connect and /sns, the app's page
// under /scan and /cgi-bin, control under /control. README.md lists what it plays and what it does not. Nothing of the house is
// imported, so that both cannot share one mistake.
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenServer, openServer, readBody } from '../kit/open-server.ts';
import { takeFault } from '../kit/plan-faults.ts';
import { answerApi, type Reply } from './answer-api.ts';
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

export type WechatFake = OpenServer & {
  /** The platform's public key by its id, for merchants who moved to it. */
  publicKey: { id: string; key: KeyObject };
};

const stranger = newKey();

export async function serveWechat(options: WechatOptions): Promise<WechatFake> {
  const fake = makeFake(options.merchant, options.log ?? (() => undefined), options.platformKey);
  fake.refundNotifyUrl = options.refundNotifyUrl ?? null;
  const sender = startSender(fake, options.retrySeconds);
  const server = await openServer({ port: options.port, host: options.host, log: fake.log }, (request, response) =>
    serve(fake, sender, request, response),
  );
  fake.publicUrl = (options.publicUrl ?? server.url).replace(/\/+$/, '');
  return {
    ...server,
    publicKey: fake.publicKey,
    async close() {
      await Promise.all([server.close(), sender.stop()]);
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
    const isSignIn = path.startsWith('/connect/oauth2/authorize?');
    const page = isSignIn ? answerAuthorize(fake, path) : answerPage(fake, sender, path, method);
    response.writeHead(page.status, page.headers).end(page.body);
    return;
  }
  const mode = takeFault(fake.faults, path);
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
  const trouble: Reply = { status: 500, body: { code: 'SYSTEM_ERROR', message: '系统异常，请稍后重试' } };
  const answer = mode === 'error' ? trouble : answerApi(fake, sender, call);
  fake.log(`${method} ${path}: ${answer.status}`);
  if (mode === 'lose') {
    response.destroy();
    return;
  }
  if (answer.file) {
    response.writeHead(answer.status, { 'content-type': 'application/octet-stream' }).end(answer.file);
    return;
  }
  const signed = signBody(fake, answer.body ? JSON.stringify(answer.body) : '', headers['wechatpay-serial']);
  if (mode === 'forge') {
    const { 'wechatpay-timestamp': at = '', 'wechatpay-nonce': nonce = '' } = signed.headers;
    signed.headers['wechatpay-signature'] = signText(answerText(at, nonce, signed.body), stranger);
  }
  response.writeHead(answer.status, { ...signed.headers, 'request-id': newLetters(28) }).end(signed.body);
}
