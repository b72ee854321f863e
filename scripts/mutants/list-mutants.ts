// What a small slip would make of a file: a comparison the other way or one off, a sign, an and for an or, a condition turned round, a
// number one more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** In `domain/<file>`: the characters from `from` to `to`, and their replacement. */
export type Mutant = { file: string; line: number; from: number; to: number; was: string; instead: string };

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const swaps: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
};
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function listMutants(root: string, file: string): Mutant[] {
  const text = readFileSync(join(root, 'domain', file), 'utf8');
  const found: Mutant[] = [];
  const add = (from: number, to: number, instead: string) => {
    const line = text.slice(0, from).split('\n').length;
    found.push({ file, line, from, to, was: text.slice(from, to), instead });
  };
  walk(parseSync(file, text).program as unknown as Node, (node) => mutate(node, text, add));
  return found;
}

/** Types say nothing at run time. */
function walk(node: Node, visit: (node: Node) => void): void {
  if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return;
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
}

function mutate(node: Node, text: string, add: (from: number, to: number, instead: string) => void): void {
  const { type, operator, left, right, test, value } = node;
  if ((type === 'BinaryExpression' || type === 'LogicalExpression') && isNode(left) && isNode(right)) {
    const at = text.indexOf(String(operator), left.end);
    // Joined texts are for readers.
    const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side.value === 'string');
    if (!isText || operator === '===' || operator === '!==')
      for (const instead of swaps[String(operator)] ?? []) add(at, at + String(operator).length, instead);
  }
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test))
    add(test.start, test.end, `!(${text.slice(test.start, test.end)})`);
  if (type === 'Literal' && typeof value === 'number' && Number.isInteger(value))
    add(node.start, node.end, String(value + 1));
  if (type === 'Literal' && typeof value === 'boolean') add(node.start, node.end, String(!value));
}
