// Reads every page of a running shop's site map and checks its structured data with foreign code: Google's rules for rich results and the
// vocabulary of schema.org. Run it in an empty folder: docs/search.md, "Structured data".
// node check-structured-data.mjs http://localhost:3000 [languages, such as en,th_TH]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = join(process.cwd(), 'node_modules');
const load = (path) => import(pathToFileURL(join(modules, path)).href);
const { default: Validator } = await load('@adobe/structured-data-validator/src/index.js');
const { default: Extractor } = await load('@marbec/web-auto-extractor/dist/index.js');
const vocabulary = readVocabulary(readFileSync(join(modules, '@vocabulary/schema/schema.nq'), 'utf8'));
const validator = new Validator(vocabulary);

const [origin = 'http://localhost:3000', languages] = process.argv.slice(2);
const findings = new Map();
let pages = 0;
const things = new Map();
const maps = (await readPlaces(`${origin}/sitemap.xml`)).filter(
  (map) => !languages || languages.split(',').some((language) => map.includes(`/${language}-`)),
);
for (const map of maps) {
  for (const page of await readPlaces(map)) await checkPage(page);
}
console.log(`${pages} pages in ${maps.length} lists`);
for (const [type, count] of things) console.log(`  ${count} × ${type}`);
for (const [finding, { count, example }] of [...findings].sort())
  console.log(`${finding}\n  ${count} pages, such as ${example}`);
process.exitCode = [...findings.keys()].some((finding) => finding.startsWith('ERROR')) ? 1 : 0;

async function checkPage(page) {
  const html = await (await fetch(page)).text();
  const data = new Extractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html);
  pages += 1;
  const found = new Set();
  for (const [type, list] of Object.entries(data.jsonld)) {
    things.set(type, (things.get(type) ?? 0) + list.length);
    for (const thing of list) checkRanges(thing, type, found);
  }
  for (const { severity, path, issueMessage } of await validator.validate(data)) {
    const place = (path ?? []).map(({ property, type }) => property ?? type).join('.');
    found.add(`${severity} ${place}: ${issueMessage}`);
  }
  for (const finding of found) {
    const { count, example } = findings.get(finding) ?? { count: 0, example: page };
    findings.set(finding, { count: count + 1, example });
  }
}

/** Things in a place where the vocabulary expects another type. Texts are allowed everywhere. */
function checkRanges(thing, place, found) {
  for (const [property, value] of Object.entries(thing)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      const type = part?.['@type'];
      if (!type) continue;
      const expected = vocabulary.ranges.get(property) ?? new Set();
      if (!listParents(type).some((parent) => expected.has(parent))) {
        found.add(`ERROR ${place}.${property}: ${type} instead of ${[...expected].join(', ')}`);
      }
      checkRanges(part, `${place}.${property}`, found);
    }
  }
}

function listParents(type) {
  return [type, ...(vocabulary.parents.get(type) ?? []).flatMap(listParents)];
}

/** The addresses of a site map, at the host that was asked. */
async function readPlaces(address) {
  const xml = await (await fetch(address)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => {
    const { pathname, search } = new URL(place.replaceAll('&amp;', '&'));
    return origin + pathname + search;
  });
}

/** The N-Quads of `@vocabulary/schema` in the form that the validator reads, with parents and ranges for `checkRanges`. */
function readVocabulary(quads) {
  const things = new Map();
  const parents = new Map();
  const ranges = new Map();
  const properties = { subClassOf: 'rdfs:subClassOf', domainIncludes: 'schema:domainIncludes' };
  for (const [, id, property, value] of quads.matchAll(
    /^<http:\/\/schema\.org\/(\w+)> <[^>]*[/#](\w+)> <[^>]*[/#](\w+)>/gm,
  )) {
    if (!things.has(id)) things.set(id, { '@id': `schema:${id}` });
    const thing = things.get(id);
    if (property === 'type' && value === 'Class') thing['@type'] = 'rdfs:Class';
    if (property === 'type' && value === 'Property') thing['@type'] = 'rdf:Property';
    if (property === 'subClassOf') parents.set(id, [...(parents.get(id) ?? []), value]);
    if (property === 'rangeIncludes') ranges.set(id, new Set([...(ranges.get(id) ?? []), value]));
    const name = properties[property];
    if (name) thing[name] = [...(thing[name] ?? []), { '@id': `schema:${value}` }];
  }
  return { '@graph': [...things.values()], parents, ranges };
}
