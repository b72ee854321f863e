// A product's document for tests of the back office: complete, and with parts changed.
import type { ProductDocument } from '../../contract/editing.ts';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { fillFields } from '../../domain/field-kinds.ts';
import { productFields } from '../../domain/product-fields.ts';
import type { Answer, As, TestHouse } from './open-house.ts';

type Sku = ProductDocument['packages'][number]['skus'][number];
type Package = ProductDocument['packages'][number];

export const newSku = (change: Partial<Sku> = {}): Sku => ({
  ticketType: 10001,
  carType: null,
  seatClass: null,
  names: {},
  minAge: 13,
  maxAge: 999,
  priceMinor: 9900,
  costMinor: null,
  seats: null,
  luggage: null,
  weightGrams: null,
  planKind: null,
  planSku: null,
  planCopies: null,
  onShelf: true,
  sessionPrices: [],
  ...change,
});

export const newPackage = (change: Partial<Package> = {}): Package => ({
  key: 'standard',
  names: { en: 'Standard' },
  descriptions: {},
  minQuantity: 1,
  maxQuantity: 20,
  oversell: false,
  openDays: null,
  minNights: 1,
  maxNights: 30,
  byDay: false,
  directions: [],
  pickupTimes: [],
  onShelf: true,
  supplierId: null,
  refundRules: null,
  maxAdults: null,
  maxChildren: null,
  childAge: null,
  includedGuests: null,
  extraAdultMinor: null,
  extraChildMinor: null,
  beds: {},
  board: null,
  areaSqm: null,
  dataMb: null,
  dayDataMb: null,
  dataDays: null,
  skus: [newSku()],
  ...change,
});

const walk = {
  key: 'lantern-walk',
  type: 3,
  subtype: 301,
  city: 'testville',
  lat: 3.15,
  lng: 101.7,
  currency: 'MYR',
  names: { en: 'Lantern Walk', zh_CN: '灯笼夜游' },
  overviews: { en: 'An evening among lights.', zh_CN: '灯光中的夜晚。' },
  descriptions: { en: '# The walk\nTwo hours on foot.' },
  instructions: { en: '- Bring water' },
  traffic: { en: 'Take the blue line.' },
  itinerary: [
    { day: 1, time: '19:00', titles: { en: 'Meet at the gate' }, texts: { en: 'The guide holds a lantern.' } },
  ],
  included: [{ en: 'Guide' }],
  notices: [{ en: 'Not in rain' }],
  playValue: 2,
  playUnit: 2,
  serviceLanguages: ['en'],
  redemption: 'eVoucher',
  freeCancelDays: 2,
  scene: { kind: 'night-market', time: 'night' },
  packages: [newPackage()],
};

/** Fields that may be empty are. */
export const newDocument = (change: Partial<ProductDocument> = {}): ProductDocument => ({
  ...(fillFields(productFields, walk) as ProductDocument),
  ...change,
});

export type Editor = {
  as: As;
  create(document: ProductDocument): Promise<string>;
  save(input: InputOf<'consoleProductSave'>): Promise<Answer<'consoleProductSave'>>;
  open(id: string): Promise<OutputOf<'consoleProduct'>>;
  /** Saves the current document with some fields changed. */
  change(id: string, change: Partial<ProductDocument>): Promise<Answer<'consoleProductSave'>>;
  state(id: string, state: 'draft' | 'published' | 'withdrawn'): Promise<Answer<'consoleProductState'>>;
  calendar(
    packageId: string,
    changes: InputOf<'consoleCalendarSave'>['changes'],
  ): Promise<Answer<'consoleCalendarSave'>>;
};

export function makeEditor(test: TestHouse, as: As): Editor {
  const open: Editor['open'] = async (id) => (await test.call('consoleProduct', { id }, as)).data;
  const save: Editor['save'] = (input) => test.call('consoleProductSave', input, as);
  return {
    as,
    save,
    open,
    async create(document) {
      const answer = await save({ document });
      if (answer.code !== 200) throw new Error(`not saved: ${JSON.stringify(answer.data)}`);
      return answer.data.id;
    },
    async change(id, change) {
      const { revision, document } = await open(id);
      return save({ id, revision, document: { ...document, ...change } });
    },
    async state(id, state) {
      const { revision } = await open(id);
      return test.call('consoleProductState', { id, revision, state }, as);
    },
    calendar: (packageId, changes) => test.call('consoleCalendarSave', { packageId, changes }, as),
  };
}
