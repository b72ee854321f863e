// Products as a workbook that people edit and give back: five sheets, one row each, every text safe in a spreadsheet.
import writeSheets, { type SheetData } from 'write-excel-file/node';
import type { PortedProduct } from '../../contract/porting.ts';
import type { Text } from '../../domain/languages.ts';
import { writeFocused } from '../../domain/pictures/picture-focus.ts';
import { lineNames, textNames } from '../../domain/product-fields.ts';
import { type Column, columnsOf, type SheetName, sheetNames, type Value, writeCell } from './sheet-columns.ts';

type Rows = Record<SheetName, Value[][]>;

export function writeWorkbook(products: PortedProduct[]): Promise<Buffer> {
  const rows: Rows = { Products: [], Packages: [], SKUs: [], Extras: [], Texts: [] };
  for (const product of products) addProduct(rows, product);
  const sheets = sheetNames.map((name) => ({
    sheet: name,
    data: [
      columnsOf[name].map((column) => ({ value: column.name, fontWeight: 'bold' as const })),
      ...rows[name].map((row) => row.map(cellOf)),
    ] as SheetData,
    columns: columnsOf[name].map((column) => ({ width: Math.max(10, column.name.length + 4) })),
    stickyRowsCount: 1,
  }));
  return writeSheets(sheets).toBuffer();
}

function cellOf(value: Value) {
  if (value === null) return null;
  if (typeof value === 'number') return { type: Number, value };
  return { type: String, value: String(value) };
}

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
