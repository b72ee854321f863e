// The input of OCTO's calls. Unknown fields are ignored: systems send those of capabilities that are not enabled.
import { z } from '../../contract/call.ts';
import { isDay } from '../../domain/dates.ts';

const day = z.string().refine((text) => isDay(text));
const id = z.string().max(40);
const uuid = z.uuid().transform((text) => text.toLowerCase());
const path = z.string().max(60);
const text = (max: number) => z.string().max(max).nullish();
const currency = z.string().max(3).nullish();

const contact = z.object({
  fullName: text(200),
  firstName: text(100),
  lastName: text(100),
  emailAddress: text(200),
  phoneNumber: text(60),
  locales: z.array(z.string().max(35)).max(20).nullish(),
  postalCode: text(20),
  country: text(60),
  notes: text(1000),
});

const answers = z.array(z.object({ questionId: z.string().max(40), value: z.string().max(2000).nullable() })).max(60);

const unitItem = z.object({
  uuid: uuid.nullish(),
  unitId: id,
  resellerReference: text(200),
  contact: contact.nullish(),
  questionAnswers: answers.nullish(),
});
const unitItems = z.array(unitItem).max(99);
const minutes = z.int().min(1).max(100_000).nullish();
const units = z
  .array(z.object({ id, quantity: z.int().min(0).max(999) }))
  .max(30)
  .nullish();

const pickup = {
  pickupRequested: z.boolean().nullish(),
  pickupHotel: text(80),
  pickupAddress: text(127),
  pickupHotelRoom: text(20),
  pickupNotes: text(500),
  dropoffRequested: z.boolean().nullish(),
  dropoffAddress: text(127),
};

/** What a booking may say of its people, at any time before it is confirmed. */
const details = {
  resellerReference: text(200),
  notes: text(1000),
  emailReceipt: z.boolean().nullish(),
  contact: contact.nullish(),
  questionAnswers: answers.nullish(),
  ...pickup,
};

/** Defaults for all bookings of a cart that have no value of their own. */
const ofCart = { resellerReference: text(200), emailReceipt: z.boolean().nullish(), contact: contact.nullish() };

const types = z.array(z.string().max(40)).max(10).nullish();
/** Names and values as HTTP has them. */
const headers = z
  .record(
    z.string().regex(/^[\w-]{1,60}$/),
    z
      .string()
      .max(500)
      .regex(/^[\x20-\x7e]*$/),
  )
  .refine((answers) => Object.keys(answers).length <= 20)
  .nullish();

export const inputs = {
  nothing: z.object({}),
  product: z.object({ id: z.string().max(40) }),
  calendar: z.object({ productId: id, optionId: id, localDateStart: day, localDateEnd: day, units, currency }),
  availability: z.object({
    productId: id,
    optionId: id,
    localDate: day.nullish(),
    localDateStart: day.nullish(),
    localDateEnd: day.nullish(),
    availabilityIds: z.array(z.string().max(60)).min(1).max(100).nullish(),
    units,
    currency,
  }),
  reserve: z.object({
    uuid: uuid.nullish(),
    productId: id,
    optionId: id,
    availabilityId: z.string().max(60).nullish(),
    expirationMinutes: minutes,
    unitItems: unitItems.default([]),
    currency,
    orderId: path.nullish(),
    ...details,
  }),
  booking: z.object({ uuid: path }),
  extend: z.object({ uuid: path, expirationMinutes: minutes }),
  confirm: z.object({ uuid: path, unitItems: unitItems.nullish(), ...details }),
  update: z.object({
    uuid: path,
    productId: id.nullish(),
    optionId: id.nullish(),
    availabilityId: z.string().max(60).nullish(),
    expirationMinutes: minutes,
    unitItems: unitItems.nullish(),
    ...details,
  }),
  cancel: z.object({ uuid: path, reason: text(500), force: z.boolean().nullish() }),
  cart: z.object({ id: path }),
  cartCreate: z.object({ uuid: uuid.nullish(), currency, expirationMinutes: minutes, ...ofCart }),
  cartUpdate: z.object({ id: path, expirationMinutes: minutes, ...ofCart }),
  cartExtend: z.object({ id: path, expirationMinutes: minutes }),
  cartConfirm: z.object({ id: path, ...ofCart }),
  cartCancel: z.object({ id: path, reason: text(500) }),
  subscription: z.object({ id: z.string().max(40) }),
  webhook: z.object({
    url: z.string().max(1000),
    event: z.string().max(40),
    retryOnError: z.boolean().nullish(),
    useContactLanguage: z.boolean().nullish(),
    headers,
    capabilities: z.array(z.string().max(40)).max(30).nullish(),
  }),
  subscribe: z.object({ url: z.string().max(1000), notificationTypes: types, notification_types: types, headers }),
  changeSubscription: z.object({
    id: z.string().max(40),
    url: z.string().max(1000).nullish(),
    notificationTypes: types,
    notification_types: types,
    headers,
  }),
  bookings: z.object({
    resellerReference: z.string().max(200).optional(),
    supplierReference: z.string().max(40).optional(),
    localDate: day.optional(),
    localDateStart: day.optional(),
    localDateEnd: day.optional(),
  }),
};

export type OctoInput<Name extends keyof typeof inputs> = z.output<(typeof inputs)[Name]>;
export type OctoContactInput = z.output<typeof contact>;
export type OctoDetails = Pick<OctoInput<'confirm'>, keyof typeof details>;
export type OctoUnitInput = z.output<typeof unitItem>;
