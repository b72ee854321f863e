// Statements of the hot paths, whose text is composed and compiled once: a request only fills in its values (decision 0402).
// Composing a long statement again takes longer than sending it.
import type { CompiledQuery, QueryExecutorProvider, RawBuilder } from 'kysely';

/** The placeholder in a composed statement for a value of each request. No expression may use it. */
class Blank {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`the value of ${this.name} is not known while its statement is composed`);
  }
}

const blanks: object = new Proxy({}, { get: (_, name) => new Blank(String(name)) });

type Compiled = { query: CompiledQuery; values: readonly unknown[] };

/**
 * A statement with a fixed text for each `shape`. `compose` may only put the fields of its first argument into the statement: it runs once,
 * without any values, so it cannot ask whether one is null. What changes the text is a shape.
 */
export function prepareStatement<Values extends object, Row, Shape extends string = 'whole'>(
  compose: (values: Values, shape: Shape) => RawBuilder<Row>,
): (db: QueryExecutorProvider, values: Values, shape: Shape) => Promise<Row[]> {
  const known = new Map<Shape, Compiled>();
  return async (db, values, shape) => {
    let compiled = known.get(shape);
    if (!compiled) {
      const query = compose(blanks as Values, shape).compile(db);
      compiled = { query, values: query.parameters };
      known.set(shape, compiled);
    }
    const filled = compiled.values.map((value) =>
      value instanceof Blank ? values[value.name as keyof Values] : value,
    );
    return (await db.getExecutor().executeQuery<Row>({ ...compiled.query, parameters: filled })).rows;
  };
}
