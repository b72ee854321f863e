// Structured logs without secrets (security rule 60): one JSON line per event; fields with secret names are never written.
import { type Logger, pino } from 'pino';

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

export function makeLog(level: string, destination?: { write(line: string): void }): Logger {
  const paths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = { level, redact: { paths, censor: '[secret]' }, base: undefined };
  return destination ? pino(options, destination) : pino(options);
}

export type { Logger };
