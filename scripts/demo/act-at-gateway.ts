// What happens at the demo's payment gateway in its past, by the requests that its tests make (sandbox/README.md).
import type { GatewayActs } from '../../demo/history/stage.ts';
import { MERCHANT_HEADER, SIGNATURE_HEADER, signRequest } from '../../sandbox/sign-message.ts';

export function actAtGateway(url: string, merchant: string, secret: string): GatewayActs {
  const ask = async (path: string, outcome: string) => {
    const rawBody = JSON.stringify({ outcome, delaySeconds: 0 });
    const signature = signRequest(secret, { method: 'POST', path, rawBody }, Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      [MERCHANT_HEADER]: merchant,
      [SIGNATURE_HEADER]: signature,
    };
    const answer = await fetch(url + path, { method: 'POST', headers, body: rawBody });
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status} to ${path}`);
  };
  return {
    pay: (id) => ask(`/control/payments/${id}`, 'pay'),
    refuseRefunds: (id) => ask(`/control/payments/${id}/refunds`, 'fail'),
  };
}
