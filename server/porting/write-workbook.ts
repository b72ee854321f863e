// Products as a workbook that people edit and give back: five sheets, one row each, every text safe in a spreadsheet.
import type { PortedProduct } from '../../contract/porting.ts';
import type { Text } from '../../domain/languages.ts';
import { writeFocused } from '../../domain/pictures/picture-focus.ts';
import { lineNames, textNames } from '../../domain/product-fields.ts';
import { type BookBatch, type BookCell, makeWorkbook } from '../platform/workbook/make-workbook.ts';
import { type Column, columnsOf, type SheetName, sheetNames, type Value, writeCell } from './sheet-columns.ts';

type Rows = Record<SheetName, Value[][]>;

export function writeWorkbook(products: AsyncIterable<PortedProduct> | PortedProduct[]): Promise<Buffer> {
  const sheets = sheetNames.map((name) => ({
    name,
    columns: columnsOf[name].map(({ name: heading }) => ({ heading, width: Math.max(10, heading.length + 4) })),
  }));
  return makeWorkbook(sheets, listBatches(products));
}

async function* listBatches(products: AsyncIterable<PortedProduct> | PortedProduct[]): AsyncGenerator<BookBatch> {
  for await (const product of products) {
    const rows: Rows = { Products: [], Packages: [], SKUs: [], Extras: [], Texts: [] };
    addProduct(rows, product);
    for (const [sheet, name] of sheetNames.entries())
      if (rows[name].length) yield { sheet, rows: rows[name].map((row) => row.map(cellOf)) };
  }
}

const cellOf = (value: Value): BookCell => (typeof value === 'boolean' ? String(value) : value);

function addProduct(rows: Rows, product: PortedProduct): void {
  const { currency, key } = product;
  const write = (sheet: SheetName, values: Record<string, unknown>) =>
    rows[sheet].push(columnsOf[sheet].map((column) => writeCell(column, valueAt(values, column), currency)));
  const text = (part: string, texts: Text, more: Record<string, unknown> = {}, always = false) => {
    if (always || Object.values(texts).some((text) => text)) write('Texts', { product: key, part, ...more, ...texts });
  };
  write('Products', {
    ...product,
    'scene.kind': product.scene.kind,
    'scene.time': product.scene.time,
    pictures: product.pictures.map(writeFocused),
  });
  for (const part of textNames) text(part, product[part]);
  product.itinerary.forEach((step, at) => {
    text(
      'itinerary.titles',
      step.titles,
      { number: at + 1, day: step.day, time: step.time, lat: step.lat, lng: step.lng },
      true,
    );
    text('itinerary.texts', step.texts, { number: at + 1 });
  });
  for (const part of lineNames)
    product[part].forEach((item, at) => {
      text(part, item, { number: at + 1 }, true);
    });
  product.pictures.forEach((picture, at) => {
    text('pictures.alts', picture.alts, { number: at + 1 });
  });
  product.addOns.forEach((addOn, at) => {
    write('Extras', { ...addOn, product: key, number: at + 1 });
    text('extra.names', addOn.names, { number: at + 1 });
  });
  for (const pack of product.packages) {
    write('Packages', { ...pack, product: key });
    text('package.names', pack.names, { package: pack.key });
    text('package.descriptions', pack.descriptions, { package: pack.key });
    text('package.beds', pack.beds, { package: pack.key });
    pack.skus.forEach((sku, at) => {
      write('SKUs', { ...sku, product: key, package: pack.key, number: at + 1 });
      text('sku.names', sku.names, { package: pack.key, number: at + 1 });
    });
  }
}

const valueAt = (values: Record<string, unknown>, column: Column): unknown => values[column.path];
