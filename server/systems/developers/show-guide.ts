// What /developers shows (decision 0387): the guide, the examples as their tests run them, the reference drawn from the OpenAPI
// document, and the words of the page's frame, so that no other page carries them.
import { readFileSync } from 'node:fs';
import type { OutputOf } from '../../../contract/index.ts';
import { refusals } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/languages.ts';
import { clientPath } from '../../../domain/paths.ts';
import { wordsIn } from '../../../locales/index.ts';
import { translate } from '../../../locales/translate.ts';
import type { Context } from '../../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../../platform/http.ts';
import { partnersInterface } from '../describe-interface.ts';
import { changes, sections } from './guide.ts';
import { type Described, listDescribed, type Operation, type Schema } from './list-reference.ts';
import { packFiles } from './pack-files.ts';
import { typeOf, writeClient } from './write-client.ts';

const folder = new URL('../../../docs/examples/', import.meta.url);

const frameWords = [
  ...[
    'title',
    'intro',
    'english',
    'contents',
    'calls',
    'refusals',
    'changes',
    'client',
    'openapi',
    'right',
    'request',
    'answer',
  ],
  ...[
    'try',
    'tryHint',
    'key',
    'keyWrong',
    'call',
    'input',
    'inputWrong',
    'send',
    'got',
    'failed',
    'needed',
    'getKey',
    'idempotent',
  ],
] as const;

/** The same for all readers, except for the texts. */
let drawn: Pick<OutputOf<'developerGuide'>, 'sections' | 'calls'> | undefined;

function draw() {
  const operations = listDescribed(partnersInterface() as unknown as Described);
  return {
    sections: sections.map(({ example, ...section }) => ({
      ...section,
      example: example ? { name: example, text: readFileSync(new URL(example, folder), 'utf8') } : null,
    })),
    calls: operations.map(showOperation),
  };
}

function showOperation({ name, summary, group, method, path, scope, idempotent, input, output }: Operation) {
  return { name, summary, group, method, path, scope, idempotent, input: fieldsOf(input), output: fieldsOf(output) };
}

/** The first level; what lies deeper is in its type. */
function fieldsOf({ properties = {}, required = [] }: Schema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema).slice(0, mostOfType),
    required: required.includes(name),
  }));
}

const mostOfType = 400;

export function showGuide({ language }: Context): OutputOf<'developerGuide'> {
  drawn ??= draw();
  const words = Object.fromEntries(frameWords.map((word) => [word, translate(language, `systems.developers.${word}`)]));
  return {
    ...drawn,
    words: words as OutputOf<'developerGuide'>['words'],
    refusals: Object.entries(refusals).map(([name, code]) => ({ code, text: sayRefusal(language, name) })),
    changes,
    client: clientPath,
  };
}

/** With an example number for counts, and dots for names. */
function sayRefusal(language: Language, name: string): string {
  const key = `refusal.${name}`;
  const blanks = [...(wordsIn(language)[key] ?? '').matchAll(/\{(\w+)(, plural)?/g)];
  const values = blanks.map(([, blank = '', counted]) => [blank, counted ? 10 : '…'] as const);
  return translate(language, key, Object.fromEntries(values));
}

let client: Buffer | undefined;

export function sendClient(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  client ??= packFiles(writeClient(partnersInterface() as unknown as Described));
  return reply.header('content-type', 'application/gzip').header('cache-control', 'public, max-age=3600').send(client);
}
