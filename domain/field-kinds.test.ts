// What is derived from the rows of fields: the value of a field that is left out, the field at a path, a document changed value by value.
import { describe, expect, it } from 'vitest';
import { emptyOf, type Field, type Fields, fieldAt, fillFields, listFields, mapFields } from './field-kinds.ts';
import { productFields } from './product-fields.ts';

const everyField = (fields: Fields): Field[] =>
  listFields(fields).flatMap(([, field]) => ('fields' in field ? [field, ...everyField(field.fields)] : [field]));

describe('a field that is left out', () => {
  it('is what an empty cell means, null, or nothing of its kind; a field that must be given stays away', () => {
    const filled = fillFields(productFields, { key: 'walk', scene: { kind: 'tower' }, packages: [{ skus: [{}] }] });
    expect(filled).toMatchObject({ cutOffHours: 0, freeCancelDays: null, names: {}, included: [], refundRules: null });
    expect(filled).toMatchObject({ scene: { kind: 'tower', time: 'day' } });
    expect(filled).toMatchObject({
      packages: [{ maxQuantity: 999, openDays: null, skus: [{ maxAge: 999, seats: null }] }],
    });
    for (const name of ['city', 'lat', 'currency', 'playValue', 'redemption']) expect(filled).not.toHaveProperty(name);
    expect(JSON.stringify(filled)).not.toContain('priceMinor');
  });

  it('is filled in where it is asked for only, and nothing that was given is changed', () => {
    expect(fillFields(productFields, { key: 'walk' }, (field) => field.later === true)).toEqual({
      key: 'walk',
      ...{ seatPlan: null, seatPlanAlts: {} },
      ...{ groupMost: null, doorsMinutes: null, courses: null, tableMinutes: null, coverage: [] },
      ...{ freeWaitingMinutes: null, gearbox: null, doors: null, securityMinor: null },
      ...{ amenities: [], checkIn: '', checkOut: '', stars: null },
      ...{ collectPoints: [], returnPoints: [], deposits: {}, freightId: null },
      ...{
        firstPercent: null,
        firstMinor: null,
        restDays: null,
        restMissed: 'staff',
        restKeeps: false,
        restVoucher: false,
      },
      ...{ minBookerAge: null, laterOrderFields: null, laterTravellerFields: null, completionHours: null },
    });
    const given = { cutOffHours: 5, packages: 'none', addOns: [null] };
    expect(fillFields(productFields, given)).toMatchObject(given);
    for (const odd of [null, 7, 'text', [1]]) expect(fillFields(productFields, odd)).toEqual(odd);
  });

  it('a field that older files lack has a default value', () => {
    const later = everyField(productFields).filter((field) => field.later);
    expect(later.length).toBeGreaterThan(0);
    for (const field of later) expect(emptyOf(field)).toBeDefined();
  });
});

it('the field at a path is found through rows and groups, and a text in one language is its field', () => {
  expect(fieldAt(productFields, 'packages.0.skus.2.priceMinor')).toMatchObject({ kind: 'price' });
  expect(fieldAt(productFields, 'packages.1.names.en')).toMatchObject({ kind: 'texts', max: 200 });
  expect(fieldAt(productFields, 'included.3')).toMatchObject({ kind: 'lines' });
  expect(fieldAt(productFields, 'scene.time')).toMatchObject({ kind: 'choice' });
  for (const path of ['poem', 'packages.0.poem', '']) expect(fieldAt(productFields, path)).toBeUndefined();
});

it('a document is changed by its fields within rows as well, and keeps the ids of its rows', () => {
  const document = { key: 'walk', addOns: [{ id: '7', priceMinor: 100, most: null }], refundRules: null };
  const { key, addOns, refundRules } = productFields;
  const doubled = mapFields({ key, addOns, refundRules }, document, ({ kind }, value) =>
    kind === 'price' ? Number(value) * 2 : value,
  );
  expect(doubled).toMatchObject({ key: 'walk', addOns: [{ id: '7', priceMinor: 200, most: null }], refundRules: null });
  expect(document.addOns[0]?.priceMinor).toBe(100);
});
