// Suppliers in the back office (rules §1, §10): made and changed by operations, each change in the log.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkValue } from '../../domain/account-forms.ts';
import { type FieldProblem, type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { isZone } from '../places/find-zone.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { showStaff } from '../staff/edit-staff.ts';
import { listLog } from '../staff/log.sql.ts';
import { showEntry } from '../staff/read-log.ts';
import { listSupplierStaff } from '../staff/staff.sql.ts';
import {
  changeSupplier,
  findSupplier,
  insertSupplier,
  listProductsOf,
  listSupplierNames,
  listSupplierRows,
  type SupplierContact,
  type SupplierForm,
  type SupplierRow,
} from './supplier.sql.ts';

export async function listSuppliers(
  { owner }: Context,
  { query, state, page, size }: ParsedInputOf<'consoleSuppliers'>,
): Promise<OutputOf<'consoleSuppliers'>> {
  const filter = { query: query.trim(), state: state ?? null, size, from: (page - 1) * size };
  const { total, list } = await listSupplierRows(owner, filter);
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    list: list.map(({ supplier_id: id, contacts, ...row }) => ({
      ...row,
      id: String(id),
      contactName: contacts[0]?.name ?? '',
      contactEmail: contacts[0]?.email ?? '',
    })),
  };
}

export async function showSupplier(
  { owner, language }: Context,
  { id }: { id: string },
): Promise<OutputOf<'consoleSupplier'>> {
  const [row, staff, products, log] = await Promise.all([
    findSupplier(owner, id),
    listSupplierStaff(owner, id),
    listProductsOf(owner, id),
    listLog(owner, language, { query: '', act: null, subject: `supplier ${id}`, size: 30, from: 0 }),
  ]);
  if (!row) throw new NotHere();
  return {
    id,
    revision: row.revision,
    ...formOf(row),
    staff: staff.map(showStaff),
    products: products.map((product) => ({ id: String(product.product_id), name: textIn(product.names, language) })),
    log: log.list.map(showEntry),
  };
}

const formOf = ({ supplier_id, revision, ...form }: SupplierRow): SupplierForm => form;

export async function listSupplierChoices({ owner }: Context): Promise<OutputOf<'consoleSupplierChoices'>> {
  const list = await listSupplierNames(owner);
  return { list: list.map(({ supplier_id: id, name, active }) => ({ id: String(id), name, active })) };
}

/** Refuses invalidInput by field, changedMeanwhile; NotHere for an unknown one. */
export async function saveSupplier(
  context: Context,
  input: ParsedInputOf<'consoleSupplierSave'>,
): Promise<OutputOf<'consoleSupplierSave'>> {
  const { id, revision, ...typed } = input;
  const form = tidy(typed);
  judge(form);
  return inTransactionOnce(context, 'consoleSupplierSave', input, async (owner) => {
    if (id === undefined) {
      const made = await insertSupplier(owner, form);
      await logAction(owner, context, { act: 'supplier-created', subject: `supplier ${made}`, after: form });
      return { id: made };
    }
    const row = await findSupplier(owner, id);
    if (!row) throw new NotHere();
    if ((await changeSupplier(owner, id, revision ?? 0, form)) !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'supplier-changed',
      subject: `supplier ${id}`,
      before: formOf(row),
      after: form,
    });
    return { id };
  });
}

const isFilled = (contact: SupplierContact) => Boolean(contact.name || contact.email || contact.phone);

function tidy(typed: SupplierForm): SupplierForm {
  const contacts = typed.contacts.map((contact) => ({
    name: contact.name.trim(),
    email: normalEmail(contact.email),
    areaCode: contact.areaCode.trim(),
    phone: contact.phone.trim(),
  }));
  return {
    ...typed,
    contacts: contacts.filter(isFilled),
    name: typed.name.trim(),
    zone: typed.zone.trim(),
    address: typed.address.trim(),
    note: typed.note.trim(),
  };
}

function judge(form: SupplierForm): void {
  const fields: FieldProblems = {};
  const addProblem = (path: string, problem: FieldProblem | undefined, max?: number) => {
    if (problem) fields[path] = max === undefined ? { problem } : { problem, max };
  };
  addProblem('name', checkValue(form.name, { kind: 'text', max: 120, required: true }), 120);
  if (!isZone(form.zone)) addProblem('zone', 'zone');
  form.contacts.forEach((contact, at) => {
    const path = `contacts.${at}`;
    addProblem(`${path}.name`, checkValue(contact.name, { kind: 'text', max: 50, required: true }), 50);
    addProblem(`${path}.email`, checkValue(contact.email, { kind: 'email', max: 120, required: true }), 120);
    addProblem(`${path}.phone`, checkValue(contact.phone, { kind: 'digits', max: 20 }), 20);
    if (contact.phone)
      addProblem(`${path}.areaCode`, checkValue(contact.areaCode, { kind: 'areaCode', max: 5, required: true }));
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}
