// Validates products of a file: their shape, the rules of the editor (§3), the products they would replace. The
// check and the run use the same function; each problem is reported with its place in the file.
import { isDeepStrictEqual } from 'node:util';
import type { ProductDocument } from '../../../contract/editing.ts';
import { type PortedProduct, portedProduct } from '../../../contract/porting.ts';
import type { FieldProblems } from '../../../domain/errors.ts';
import { fillFields } from '../../../domain/field-kinds.ts';
import { textIn } from '../../../domain/languages.ts';
import { productFields } from '../../../domain/product-fields.ts';
import { findDocument, findFacts } from '../../editing/editing.sql.ts';
import { type Facts, judgeProduct, namedFreight, namedPictures, namedSuppliers } from '../../editing/judge-product.ts';
import { judgeZone } from '../../editing/settle-city.ts';
import { writeDocument } from '../../editing/show-document.ts';
import { tidyDocument } from '../../editing/tidy-document.ts';
import { type CityReading, readCities } from '../../places/choose-city.ts';
import { findZone } from '../../places/find-zone.ts';
import { worldCode } from '../../places/search-world.ts';
import type { Context } from '../../platform/context.ts';
import { type Candidate, type Differences, type JudgedRow, locate, type Problem } from '../candidate.ts';
import { findKnown, type Known, type Named } from '../porting.sql.ts';
import { asLabelled, hasUnlabelled, takeOffShelf } from '../unlabelled-codes.ts';
import { listChangedCells } from './list-changed-cells.ts';
import { matchParts } from './match-parts.ts';

type Judging = Pick<Context, 'owner' | 'language'>;

/** A few at a time: what they name is looked up for all of them together. `keys` are those of the file so far. */
export async function judgeRows(context: Judging, from: number, list: Candidate[], keys: Set<string>) {
  const read = list.map((candidate) => readShape(candidate));
  const [known, cities] = await Promise.all([
    findKnown(context.owner, namesOf(read)),
    readCities(context.owner, list.flatMap(typedCity)),
  ]);
  const judged: JudgedRow[] = [];
  for (const [at, candidate] of list.entries()) {
    const shape = read[at] as Shape;
    const row = await judgeRow(context, candidate, shape, { ...known, cities });
    // What belongs to the key was put together under the first of them.
    if (candidate.key && keys.has(candidate.key)) row.problems = [problemAt(candidate, 'key', 'twice')];
    keys.add(candidate.key);
    const bad = row.problems.length > 0;
    judged.push({
      ...row,
      index: from + at,
      verdict: bad ? 'bad' : row.verdict,
      document: bad ? null : row.document,
      differences: bad ? null : row.differences,
      places: bad ? null : candidate.places,
    });
  }
  return judged;
}

type Shape = { product: PortedProduct | null; problems: Problem[] };

const problemAt = (
  { places, row }: Pick<Candidate, 'places' | 'row'>,
  path: string,
  reason: Problem['reason'],
): Problem => ({ ...locate(path, places, row), reason });

/** Strict, as every call is; a problem already reported for its cell is not repeated. */
function readShape(candidate: Candidate): Shape {
  const { raw, row, places } = candidate;
  const problems = candidate.problems.slice(0, mostProblems);
  if (isEndless(raw)) return { product: null, problems: [...problems, problemAt(candidate, '', 'shape')] };
  const filled = fillFields(productFields, raw, (field) => field.later === true);
  const parsed = raw === null && places ? null : portedProduct.safeParse(filled);
  if (parsed?.success) return { product: parsed.data, problems };
  for (const issue of (parsed?.error.issues ?? []) as Issue[]) {
    if (problems.length >= mostProblems) break;
    const path = [...issue.path.map(String), ...(issue.keys?.slice(0, 1) ?? [])].join('.');
    const judgedProblem = { ...locate(path.slice(0, 120), places, row), ...reasonOf(issue, raw) };
    if (
      !problems.some(
        (problem) =>
          problem.sheet === judgedProblem.sheet &&
          problem.row === judgedProblem.row &&
          problem.column === judgedProblem.column,
      )
    )
      problems.push(judgedProblem);
  }
  return { product: null, problems };
}

/** Reported problems of one product; a person who corrects fifty checks again. */
const mostProblems = 50;

/** More values than any product has; only counted, never looked at one by one. */
function isEndless(raw: unknown): boolean {
  const open: unknown[] = [raw];
  for (let seen = 0; open.length; seen += 1) {
    const item = open.pop();
    if (!item || typeof item !== 'object') continue;
    const inside = Object.values(item);
    if (seen + open.length + inside.length > 50_000) return true;
    open.push(...inside);
  }
  return false;
}

type Issue = {
  code: string;
  path: PropertyKey[];
  keys?: string[];
  origin?: string;
  expected?: string;
  maximum?: unknown;
  minimum?: unknown;
};

function reasonOf(issue: Issue, raw: unknown): Pick<Problem, 'reason' | 'min' | 'max'> {
  const value = issue.path.reduce<unknown>((held, part) => (held as Record<PropertyKey, unknown>)?.[part], raw);
  const [max, min] = [Number(issue.maximum), Number(issue.minimum)];
  if (issue.code === 'unrecognized_keys') return { reason: 'unknownField' };
  if (value === undefined || value === null) return { reason: 'required' };
  if (issue.code === 'too_big') return { reason: issue.origin === 'string' ? 'tooLong' : 'atMost', max };
  if (issue.code === 'too_small') return { reason: 'atLeast', min };
  if (issue.expected === 'int' || issue.expected === 'number')
    return { reason: issue.expected === 'int' ? 'whole' : 'number' };
  return { reason: issue.code === 'custom' || issue.code === 'invalid_value' ? 'unknown' : 'shape' };
}

function namesOf(read: Shape[]): Named {
  const products = read.flatMap(({ product }) => (product ? [product] : []));
  return {
    keys: products.map((product) => product.key),
    suppliers: products.flatMap(namedSuppliers),
    freight: products.flatMap(namedFreight),
    pictures: products.flatMap(namedPictures),
    areas: products.flatMap((product) => product.areas),
  };
}

const mostCityLetters = 160;

/** Also of a product with other problems, so that all of them are reported at once; a text of another length is a problem of its own. */
function typedCity({ raw }: Pick<Candidate, 'raw'>): string | [] {
  const city = raw !== null && typeof raw === 'object' && 'city' in raw ? raw.city : undefined;
  return typeof city === 'string' && city !== '' && city.length <= mostCityLetters ? city : [];
}

/** Under its key, or the code of a city of the world, which the run makes the owner's. */
function withCity(document: ProductDocument, reading: CityReading): ProductDocument {
  if ('problem' in reading) return document;
  return { ...document, city: 'city' in reading ? reading.city.city : worldCode(reading.world) };
}

type Judged = Omit<JudgedRow, 'index'>;
type Existing = Known & { cities: Map<string, CityReading> };

async function judgeRow(context: Judging, candidate: Candidate, shape: Shape, known: Existing): Promise<Judged> {
  const { product, problems } = shape;
  const nothing = { document: null, places: null, productId: null, revision: null, differences: null };
  const judged = { row: candidate.row, key: candidate.key.slice(0, 80), name: '', problems: [...problems] };
  if (!product) return { ...judged, ...nothing, problems: withCityProblem(candidate, problems, known), verdict: 'bad' };
  const { revision: _, ...plain } = product;
  const reading = known.cities.get(product.city) ?? { problem: 'choose' };
  const tidied = withCity(takeOffShelf(tidyDocument(plain)), reading);
  const held = known.products.get(product.key);
  const seen = product.revision;
  if (held && seen !== undefined && seen !== held.revision)
    judged.problems.push(problemAt(candidate, 'revision', 'changed'));
  const compared = held ? await compare(context, held.id, tidied, candidate) : compareNew(tidied);
  const found = held ? await findFacts(context.owner, held.id, compared.document) : factsOf(compared.document, known);
  const zone = held && !compared.same ? await zoneOf(reading) : undefined;
  const moved = held && !compared.same ? await judgeZone(context.owner, held.id, zone) : null;
  const facts = { ...found, cityProblem: 'problem' in reading ? reading.problem : moved };
  const { document, same } = compared;
  if (!same) judged.problems.push(...findProblems(candidate, document, facts));
  if (held && !same && hasUnlabelled(document)) judged.problems.push(problemAt(candidate, 'type', 'unlabelled'));
  return {
    ...judged,
    name: textIn(document.names, context.language),
    document,
    differences: compared.differences,
    places: null,
    verdict: same ? 'same' : held ? 'change' : 'fresh',
    productId: held?.id ?? null,
    revision: held?.revision ?? null,
  };
}

function withCityProblem(candidate: Candidate, problems: Problem[], { cities }: Existing): Problem[] {
  const reading = [typedCity(candidate)].flat().map((city) => cities.get(city))[0];
  if (!reading || !('problem' in reading)) return problems;
  const [found] = placeProblems({ city: { problem: reading.problem } }, candidate);
  const isReported = problems.some(({ column }) => column === found?.column);
  return found && !isReported ? [...problems, found].slice(-mostProblems) : problems;
}

/** A city of the world has the zone that it will have as one of the owner's. */
async function zoneOf(reading: CityReading): Promise<string | undefined> {
  if ('problem' in reading) return undefined;
  if ('city' in reading) return reading.city.zone;
  const { lat, lng, country } = reading.world;
  return findZone(lat, lng, country);
}

type Compared = { document: ProductDocument; same: boolean; differences: Differences | null };

async function compare(
  { owner, language }: Judging,
  id: string,
  typed: ProductDocument,
  place: Candidate,
): Promise<Compared> {
  const row = await findDocument(owner, id);
  if (!row) return compareNew(typed);
  const before = tidyDocument(writeDocument(row));
  const document = matchParts(typed, before);
  const same = isDeepStrictEqual(document, before);
  return { document, same, differences: same ? null : listChangedCells(before, document, place, language) };
}

const compareNew = (typed: ProductDocument): Compared => ({
  document: withoutIds(typed),
  same: false,
  differences: null,
});

/** Numbers from another catalogue are ignored. */
function withoutIds(document: ProductDocument): ProductDocument {
  return matchParts(document, { packages: [], addOns: [] });
}

function factsOf(document: ProductDocument, known: Known): Facts {
  return {
    cityProblem: null,
    keyTaken: false,
    suppliers: namedSuppliers(document).filter((supplier) => known.suppliers.has(supplier)),
    freight: namedFreight(document).filter((value) => known.freight.has(value)),
    pictures: namedPictures(document).filter((picture) => known.pictures.has(picture)),
    areas: document.areas.filter((area) => known.areas.has(area)),
    fixedCurrency: null,
    packages: [],
    skus: [],
    addOns: [],
  };
}

function findProblems(candidate: Candidate, document: ProductDocument, facts: Facts): Problem[] {
  const { document: judged, problems } = asLabelled(document);
  return placeProblems({ ...judgeProduct(judged, facts), ...problems }, candidate);
}

/** Converts problems by path into problems by place, in texts that fit a file. */
export function placeProblems(fields: FieldProblems, { places, row }: Pick<Candidate, 'places' | 'row'>): Problem[] {
  return Object.entries(fields).map(([path, { problem, min, max }]) => ({
    ...locate(path, places, row),
    reason: problem === 'choose' ? 'unknown' : problem === 'format' && /(^|\.)key$/.test(path) ? 'key' : problem,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }));
}
