// Structured logs without secrets (security rule 60): one JSON line per event; fields with secret names are never written.
import { type Logger, pino, stdSerializers } from 'pino';
import { workNow } from './observe/know-work.ts';
import { type LineOutput, openLines } from './observe/write-lines.ts';

const secretNames = [
  'password',
  'confirmation',
  'code',
  'token',
  'secret',
  'cookie',
  'authorization',
  'set-cookie',
  'key',
];

/** One for all logs of a process. */
let output: LineOutput | undefined;

function openOutput(): LineOutput {
  output ??= openLines(1);
  return output;
}

export function makeLog(level: string, destination?: { write(line: string): void }): Logger {
  const paths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = {
    level,
    redact: { paths, censor: '[secret]' },
    base: undefined,
    mixin: workNow,
    serializers: { err: describeError, problem: hidePeople, reason: hidePeople },
  };
  return pino(options, destination ?? openOutput());
}

/** Errors of databases and mail servers quote what people typed: their further fields are left out, addresses in their texts too. */
function describeError(error: Error & { code?: unknown; constraint?: unknown; table?: unknown }): unknown {
  if (!(error instanceof Error)) return hidePeople(error);
  const { type, message, stack } = stdSerializers.err(error);
  const { code, constraint, table } = error;
  return { type, message: hidePeople(message), stack: hidePeople(stack), kind: code, constraint, table };
}

const mailAddress = /[^\s<>()"',:;=[\]]+@[^\s<>()"',:;=[\]]+\.[^\s<>()"',:;=[\]]+/g;
/** Numbers of telephones, cards and papers; numbers of ours have letters or are shorter. */
const longNumber = /\+?\d[\d ()-]{7,}\d/g;

function hidePeople(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(mailAddress, '[address]').replace(longNumber, '[number]') : text;
}

export type { Logger };
