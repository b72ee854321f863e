// A client that costs little processor time itself: one connection that stays open, one request at a time, only as much of HTTP as the
// house's answers need (a length or chunks).
import { connect, type Socket } from 'node:net';

export type Request = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };
export type Answer = { status: number; body: Buffer };
export type Connection = { ask(request: Request): Promise<Answer>; close(): void };

const headEnd = Buffer.from('\r\n\r\n');
const waitMilliseconds = 60_000;

export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  let finish: ((answer: Answer) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  let received: Buffer = Buffer.alloc(0);
  const settle = () => {
    finish = undefined;
    fail = undefined;
  };
  const open = (): Socket => {
    received = Buffer.alloc(0);
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    const lose = (error: Error) => {
      opened.destroy();
      // Its answer was whole, and another connection may be under way by now.
      if (socket !== opened) return;
      socket = undefined;
      fail?.(error);
      settle();
    };
    opened.setTimeout(waitMilliseconds, () => lose(new Error('no answer in a minute')));
    opened.on('error', lose);
    opened.on('close', () => lose(new Error('the connection was closed')));
    opened.on('data', (bytes: Buffer) => {
      received = received.length ? Buffer.concat([received, bytes]) : bytes;
      const whole = readAnswer(received);
      if (!whole) return;
      received = Buffer.alloc(0);
      // It closes as usual, which is no failure of this answer.
      if (whole.closes) socket = undefined;
      const done = finish;
      settle();
      done?.(whole);
    });
    return opened;
  };
  return {
    ask(request) {
      socket ??= open();
      const answer = new Promise<Answer>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
      socket.write(writeRequest(request));
      return answer;
    },
    close: () => socket?.destroy(),
  };
}

function writeRequest({ method = 'GET', path, headers = {}, body = '' }: Request): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: keep-alive\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  if (method === 'POST') head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}\r\n${body}`;
}

/** Undefined until the whole answer is there. */
export function readAnswer(bytes: Buffer): (Answer & { closes: boolean }) | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const closes = head.includes('\r\nconnection: close');
  const from = end + headEnd.length;
  if (head.includes('\r\ntransfer-encoding: chunked')) {
    const body = joinChunks(bytes, from);
    return body && { status, body, closes };
  }
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  if (bytes.length < from + length) return undefined;
  return { status, body: bytes.subarray(from, from + length), closes };
}

function joinChunks(bytes: Buffer, start: number): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let from = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', from);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', from, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    from = next;
  }
}
