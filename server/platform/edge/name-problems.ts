// What is wrong with each field of an input that its schema refuses (§5, rules §2), in the catalogue's words instead of the schema
// library's. Calls and files answer alike.
import { type FieldProblem, type FieldProblems, fieldProblems, Refusal } from '../../../domain/errors.ts';
import { maxQuantity } from '../../../domain/limits.ts';

type Issue = {
  code?: string;
  path: PropertyKey[];
  message?: string;
  /** What a number, a text or a list is too small or too large as. */
  origin?: string;
  maximum?: unknown;
  minimum?: unknown;
  /** Fields that the schema does not know. */
  keys?: string[];
  /** Of each schema that a value might have had. */
  errors?: Issue[][];
};

type Parsed<Value> = { success: true; data: Value } | { success: false; error: { issues: Issue[] } };
type Schema<Value> = { safeParse(input: unknown): Parsed<Value>; shape?: object };

/** What the schema makes of an input. Refuses invalidInput by field. */
export function parseInput<Value>(schema: Schema<Value>, input: unknown): Value {
  const size = findPageSize(schema, input);
  const readable = size ? renameField(input, size.sent, size.known) : input;
  const parsed = schema.safeParse(readable);
  if (parsed.success) return parsed.data;
  const fields = nameProblems(parsed.error.issues, readable);
  throw new Refusal('invalidInput', {
    fields: size ? (renameField(fields, size.known, size.sent) as FieldProblems) : fields,
  });
}

/** §7 calls the rows of a page `limit` at the one list where it names them. Each list has one of these names and takes the other. */
const pageSizes = ['size', 'limit'] as const;

function findPageSize({ shape = {} }: { shape?: object }, input: unknown) {
  const known = pageSizes.find((name) => name in shape);
  const sent = pageSizes.find((name) => !(name in shape));
  if (!known || !sent || typeof input !== 'object' || input === null) return undefined;
  return sent in input && !(known in input) ? { known, sent } : undefined;
}

const renameField = (record: unknown, from: string, to: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record as object).map(([name, value]) => [name === from ? to : name, value]));

/** The same for what an address carries: forms and apps write a filter without a value as an empty one, which then counts as left out. */
export function parseAddress<Value>(schema: Schema<Value>, query: unknown): Value {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const wrong = new Set([...parsed.error.issues.map(({ path }) => String(path[0])), ...pageSizes]);
  const readable = Object.entries(query as object).filter(([name, value]) => value !== '' || !wrong.has(name));
  return parseInput(schema, Object.fromEntries(readable));
}

/** By field, the path as a call names it ("lines.0.quantity"). */
function nameProblems(issues: readonly Issue[], input: unknown): FieldProblems {
  const problems: FieldProblems = {};
  for (const issue of issues) {
    const path = fieldPath(issue.path.map(String).join('.'));
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys ?? []) problems[path ? `${path}.${key}` : key] = { problem: 'unknownField' };
    else problems[path || 'body'] = problemOf(issue, path, issue.path.reduce<unknown>(pickInner, input));
  }
  return problems;
}

/** A product's document is the form itself: its field paths omit the prefix (contract/editing.ts). */
export function fieldPath(path: string): string {
  return path.replace(/^document\./, '');
}

const pickInner = (value: unknown, part: PropertyKey): unknown =>
  (value as Record<PropertyKey, unknown> | null)?.[part];

function problemOf(issue: Issue, path: string, value: unknown): FieldProblems[string] {
  if (/quantity$/.test(path)) return { problem: 'quantity', max: maxQuantity };
  if (value === undefined || value === null) return { problem: 'required' };
  const [max, min] = [Number(issue.maximum), Number(issue.minimum)];
  if (issue.code === 'too_big') return { problem: issue.origin === 'string' ? 'tooLong' : 'atMost', max };
  if (issue.code === 'too_small') return smallOf(issue.origin, min);
  const problem = ownProblemOf(issue);
  return { problem: problem ?? (issue.code === 'invalid_value' ? 'choose' : 'keyForm') };
}

function smallOf(origin: string | undefined, min: number): FieldProblems[string] {
  if (origin === 'string' || origin === 'array')
    return min === 1 ? { problem: 'required' } : { problem: 'tooShort', min };
  return { problem: 'atLeast', min };
}

/** What the contract says that a value of the field has to be (contract/call.ts). */
function ownProblemOf({ message, errors = [] }: Issue): FieldProblem | undefined {
  const known = fieldProblems.find((name) => name === message);
  return known ?? errors.flat().map(ownProblemOf).find(Boolean);
}
