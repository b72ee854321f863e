// A foreign verifier of web hooks: `standardwebhooks`, the library of Standard Webhooks, reads a thousand messages that this house signed, and
// each again with its body, its id or its time changed. docs/developers.md says how it is started.
import { randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { signHook } from '../../server/systems/hooks/post-hook.ts';

const { Webhook } = createRequire(`${process.cwd()}/`)('standardwebhooks');

const messages = 1000;
const counts = { accepted: 0, refused: 0 };
const failures = [];

function judge(what, isTaken, read) {
  let taken = true;
  try {
    read();
  } catch {
    taken = false;
  }
  if (taken !== isTaken) failures.push(`${what} was ${taken ? 'accepted' : 'refused'}`);
  else counts[taken ? 'accepted' : 'refused'] += 1;
}

for (let at = 0; at < messages; at += 1) {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const id = `msg_${randomUUID()}`;
  const seconds = Math.floor(Date.now() / 1000) - (at % 240);
  const body = JSON.stringify({ type: 'order.placed', data: { orderNo: randomUUID(), remark: `${at} 王芳 “ü”` } });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signHook(secret, id, seconds, body),
  };
  const library = new Webhook(secret);
  judge(`message ${at}`, true, () => library.verify(body, headers));
  judge(`message ${at} with another body`, false, () => library.verify(body.replace('placed', 'voided'), headers));
  judge(`message ${at} with another id`, false, () => library.verify(body, { ...headers, 'webhook-id': `${id}x` }));
  const later = { ...headers, 'webhook-timestamp': String(seconds + 1) };
  judge(`message ${at} at another time`, false, () => library.verify(body, later));
}
for (const failure of failures.slice(0, 20)) console.log(failure);
console.log(`${counts.accepted} accepted, ${counts.refused} changed ones refused, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);
