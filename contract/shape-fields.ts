// The schema of a product, built from the rows that describe its fields (domain/product-fields.ts).
import {
  type Field,
  type FieldAudience,
  type Fields,
  listFields,
  type Seen,
  type ValueOf,
} from '../domain/field-kinds.ts';
import { currency, recordId, session, textsOf, z } from './call.ts';

type Shape<Part extends Fields> = { -readonly [Name in keyof Part]: z.ZodType<ValueOf<Part[Name]>> };

/** Every field is required, and null only where it is optional. */
export function shapeOf<Part extends Fields>(fields: Part): Shape<Part> {
  return Object.fromEntries(listFields(fields).map(([name, field]) => [name, schemaOf(field)])) as Shape<Part>;
}

/** Only what a reader other than staff sees. */
export function seenShapeOf<Part extends Fields, Who extends FieldAudience>(fields: Part, reader: Who) {
  const seen = listFields(fields).filter(([, { seenBy = [] }]) => seenBy.includes(reader));
  return shapeOf(Object.fromEntries(seen)) as unknown as {
    [Name in keyof Seen<Part, Who>]: z.ZodType<Seen<Part, Who>[Name]>;
  };
}

const schemaOf = (field: Field): z.ZodType => (field.optional ? filledOf(field).nullable() : filledOf(field));

const dearestMinor = 1_000_000_000_000;

function filledOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string().max(field.max);
    case 'texts':
      return textsOf(field.max);
    case 'lines':
      return z.array(textsOf(field.max)).max(field.most);
    case 'code':
      return z.int();
    case 'whole':
      return z.int().min(field.min).max(field.max);
    case 'degrees':
      return z.number().min(-field.most).max(field.most);
    case 'price':
      return z.int().min(0).max(dearestMinor);
    case 'yesNo':
      return z.boolean();
    case 'currency':
      return currency;
    case 'session':
      return session;
    case 'choice':
      return z.enum(field.choices);
    case 'id':
      return recordId;
    case 'ids':
      return z.array(recordId).max(field.most);
    case 'words':
      return z.array(z.string().max(field.max)).max(field.most);
    case 'codes':
      return z.array(z.int()).max(field.most);
    case 'group':
      return z.strictObject(shapeOf(field.fields));
    case 'rows':
      return rowsOf(field);
  }
}

/** A numbered row has no id while it is new. */
function rowsOf({ fields, numbered, least, most }: Extract<Field, { kind: 'rows' }>) {
  const shape = shapeOf(fields);
  const row = numbered ? z.strictObject({ id: recordId.optional(), ...shape }) : z.strictObject(shape);
  const list = z.array(row).max(most);
  return least === undefined ? list : list.min(least);
}
