// The objects of the standard OCTO, field by field, for comparing our answers: written from the published schema, none of its code. A field is
// "type", with ? where it may be left out and "null" where it may be null; [] is a list; a capital letter names another object or a list of
// values.
type Shape = Record<string, string>;

const contact: Shape = {
  ...{ fullName: 'string null', firstName: 'string null', lastName: 'string null', emailAddress: 'string null' },
  ...{
    phoneNumber: 'string null',
    locales: 'string[]',
    postalCode: 'string null',
    country: 'string null',
    notes: 'string null',
  },
};

const content: Shape = {
  ...{ 'shortDescription?': 'string null', 'description?': 'string null', 'features?': 'Feature[]', 'faqs?': 'Faq[]' },
  ...{
    'media?': 'Media[]',
    'locations?': 'Location[]',
    'categoryLabels?': 'string[]',
    'durationMinutesFrom?': 'integer',
  },
  ...{ 'durationMinutesTo?': 'integer null', 'commentary?': 'Commentary[]', 'title?': 'Text' },
};

const pricing: Shape = {
  ...{ original: 'integer', retail: 'integer', net: 'integer null', currency: 'Text', currencyPrecision: 'integer' },
  includedTaxes: 'Tax[]',
};

const shapes: Record<string, Shape> = {
  Supplier: {
    ...{ id: 'Text', name: 'Text', endpoint: 'Text', contact: 'SupplierContact' },
    ...{ 'shortDescription?': 'string null', 'media?': 'Media[]' },
  },
  SupplierContact: { website: 'string null', email: 'string null', telephone: 'string null', address: 'string null' },
  Capability: { id: 'Text', revision: 'integer', required: 'boolean', dependencies: 'string[]', docs: 'string null' },
  Product: {
    ...{ id: 'Text', internalName: 'Text', reference: 'string null', locale: 'Text', 'timeZone?': 'Text' },
    ...{
      allowFreesale: 'boolean',
      instantConfirmation: 'boolean',
      instantDelivery: 'boolean',
      availabilityRequired: 'boolean',
    },
    ...{
      availabilityType: 'AvailabilityType',
      deliveryFormats: 'DeliveryFormat[]',
      deliveryMethods: 'DeliveryMethod[]',
    },
    ...{ redemptionMethod: 'RedemptionMethod', options: 'Option[]', 'defaultCurrency?': 'Text' },
    ...{ 'availableCurrencies?': 'string[]', 'pricingPer?': 'PricingPer', ...content },
  },
  Option: {
    ...{ id: 'Text', default: 'boolean', internalName: 'Text', reference: 'string null' },
    ...{ availabilityLocalStartTimes: 'Clock[]', cancellationCutoff: 'Text', cancellationCutoffAmount: 'integer' },
    ...{
      cancellationCutoffUnit: 'DurationUnit',
      requiredContactFields: 'ContactField[]',
      restrictions: 'OptionRestrictions',
    },
    ...{
      units: 'Unit[]',
      'pricingFrom?': 'Pricing[]',
      'pricing?': 'Pricing[]',
      ...content,
      'questions?': 'Question[]',
    },
    ...{ 'pickupAvailable?': 'boolean', 'pickupRequired?': 'boolean', 'pickupPoints?': 'string[]' },
  },
  OptionRestrictions: { minUnits: 'integer', maxUnits: 'integer null' },
  Unit: {
    ...{
      id: 'Text',
      internalName: 'Text',
      reference: 'string null',
      type: 'UnitType',
      restrictions: 'UnitRestrictions',
    },
    ...{ requiredContactFields: 'ContactField[]', 'pricingFrom?': 'Pricing[]', 'pricing?': 'Pricing[]' },
    ...{ 'title?': 'string null', 'shortDescription?': 'string', 'features?': 'Feature[]', 'questions?': 'Question[]' },
  },
  UnitRestrictions: {
    ...{
      minAge: 'integer',
      maxAge: 'integer',
      idRequired: 'boolean',
      minQuantity: 'integer null',
      maxQuantity: 'integer null',
    },
    ...{ paxCount: 'integer', accompaniedBy: 'string[]' },
  },
  Pricing: pricing,
  PricingUnit: { unitId: 'Text', ...pricing },
  Tax: { name: 'Text', retail: 'integer', original: 'integer', net: 'integer null' },
  Availability: {
    ...{ id: 'Text', localDateTimeStart: 'LocalTime', localDateTimeEnd: 'LocalTime', utcCutoffAt: 'WholeSecond' },
    ...{ allDay: 'boolean', available: 'boolean', status: 'AvailabilityStatus', vacancies: 'integer null' },
    ...{ capacity: 'integer null', maxUnits: 'integer null', openingHours: 'OpeningHours[]' },
    ...{
      'unitPricing?': 'PricingUnit[]',
      'pricing?': 'Pricing',
      'title?': 'string null',
      'shortDescription?': 'string',
    },
  },
  CalendarDay: {
    ...{ localDate: 'string', available: 'boolean', status: 'AvailabilityStatus', vacancies: 'integer null' },
    ...{
      capacity: 'integer null',
      openingHours: 'OpeningHours[]',
      'unitPricingFrom?': 'PricingUnit[]',
      'pricingFrom?': 'Pricing',
    },
  },
  OpeningHours: { from: 'Clock', to: 'Clock' },
  Booking: {
    ...{
      id: 'Text',
      uuid: 'Uuid',
      testMode: 'boolean',
      resellerReference: 'string null',
      supplierReference: 'string null',
    },
    ...{ status: 'BookingStatus', utcCreatedAt: 'Instant', utcUpdatedAt: 'Instant', utcExpiresAt: 'Instant null' },
    ...{ utcRedeemedAt: 'Instant null', utcConfirmedAt: 'Instant null', productId: 'Text', optionId: 'Text' },
    ...{
      cancellable: 'boolean',
      cancellation: 'Cancellation null',
      freesale: 'boolean',
      availabilityId: 'string null',
    },
    ...{
      availability: 'Availability null',
      contact: 'Contact',
      notes: 'string null',
      deliveryMethods: 'DeliveryMethod[]',
    },
    ...{ voucher: 'Ticket null', unitItems: 'UnitItem[]', 'pricing?': 'Pricing', 'questionAnswers?': 'Answer[]' },
    ...{ 'pickupRequested?': 'boolean', 'pickupPointId?': 'string null', 'pickupPoint?': 'string null' },
    ...{ 'pickupHotel?': 'string null', 'pickupAddress?': 'string null', 'pickupHotelRoom?': 'string null' },
    ...{ 'pickupNotes?': 'string null', 'dropoffRequested?': 'boolean', 'dropoffAddress?': 'string null' },
    ...{ 'orderId?': 'string null', 'orderReference?': 'string null', 'primary?': 'boolean' },
  },
  // Of the older dialect.
  Order: {
    ...{ id: 'Uuid', testMode: 'boolean', supplierReference: 'string', resellerReference: 'string null' },
    ...{
      settlementMethod: 'string',
      status: 'OrderStatus',
      utcExpiresAt: 'Instant null',
      utcConfirmedAt: 'Instant null',
    },
    ...{
      cancellable: 'boolean',
      confirmable: 'boolean',
      contact: 'Contact',
      bookings: 'Booking[]',
      'pricing?': 'Pricing',
    },
  },
  Webhook: {
    ...{ id: 'Text', event: 'WebhookEvent', url: 'string', retryOnError: 'boolean', useContactLanguage: 'boolean' },
    ...{ headers: 'object', capabilities: 'string[]' },
  },
  BookingUpdate: { webhook: 'Webhook', booking: 'Booking', diff: 'Diff[]' },
  Diff: { op: 'string', path: 'string', was: 'string', value: 'string' },
  Contact: contact,
  Cancellation: { refund: 'Refund', reason: 'string null', utcCancelledAt: 'Instant' },
  Ticket: { redemptionMethod: 'RedemptionMethod', utcRedeemedAt: 'Instant null', deliveryOptions: 'DeliveryOption[]' },
  DeliveryOption: { deliveryFormat: 'DeliveryFormat', deliveryValue: 'Text' },
  UnitItem: {
    ...{ uuid: 'Uuid', resellerReference: 'string null', supplierReference: 'string null', unitId: 'Text' },
    ...{ status: 'BookingStatus', utcRedeemedAt: 'Instant null', contact: 'Contact', ticket: 'Ticket null' },
    ...{ 'pricing?': 'Pricing', 'questionAnswers?': 'Answer[]' },
  },
  Feature: { shortDescription: 'string null', type: 'FeatureType' },
  Faq: { question: 'string', answer: 'string' },
  Media: {
    ...{ src: 'string', type: 'MediaType', rel: 'MediaRel', title: 'string null', caption: 'string null' },
    copyright: 'string null',
  },
  Location: {
    ...{ title: 'string null', shortDescription: 'string null', types: 'LocationType[]', minutesTo: 'integer null' },
    ...{ minutesAt: 'integer null', place: 'Place' },
  },
  Place: {
    latitude: 'number',
    longitude: 'number',
    postalAddress: 'PostalAddress',
    identifiers: 'Identifiers',
    sameAs: 'string[]',
  },
  PostalAddress: {
    ...{
      streetAddress: 'string null',
      addressLocality: 'string null',
      addressRegion: 'string null',
      postalCode: 'string null',
    },
    ...{ addressCountry: 'string null', postOfficeBoxNumber: 'string null' },
  },
  Identifiers: Object.fromEntries(
    ['google', 'apple', 'yelp', 'facebook', 'foursquare', 'baidu', 'amap']
      .map((one) => `${one}PlaceId`)
      .concat('tripadvisorLocationId')
      .map((name) => [name, 'string null']),
  ),
  Commentary: { format: 'CommentaryFormat', language: 'string' },
  Question: {
    ...{ id: 'Text', required: 'boolean', title: 'string', label: 'string', shortDescription: 'string null' },
    ...{
      description: 'string null',
      inputType: 'string',
      selectOptions: 'SelectOption[]',
      coverImageUrl: 'string null',
    },
  },
  SelectOption: { label: 'string', value: 'string' },
  Answer: { questionId: 'string', value: 'string null' },
  Subscription: { id: 'Text', url: 'string', notificationTypes: 'NotificationType[]', headers: 'object' },
};

const values: Record<string, string> = {
  AvailabilityType: 'START_TIME OPENING_HOURS',
  AvailabilityStatus: 'AVAILABLE FREESALE SOLD_OUT LIMITED CLOSED',
  BookingStatus: 'ON_HOLD CONFIRMED EXPIRED CANCELLED REDEEMED PENDING REJECTED',
  DeliveryFormat: 'PDF_URL QRCODE CODE128 PKPASS_URL AZTECCODE',
  DeliveryMethod: 'VOUCHER TICKET',
  RedemptionMethod: 'DIGITAL PRINT MANIFEST',
  DurationUnit: 'minute hour day',
  UnitType: 'ADULT YOUTH CHILD INFANT FAMILY SENIOR STUDENT MILITARY OTHER',
  ContactField: 'firstName lastName emailAddress phoneNumber country notes locales allowMarketing postalCode',
  PricingPer: 'BOOKING UNIT',
  Refund: 'FULL PARTIAL NONE',
  FeatureType:
    'INCLUSION EXCLUSION HIGHLIGHT PREBOOKING_INFORMATION PREARRIVAL_INFORMATION REDEMPTION_INSTRUCTION ACCESSIBILITY_INFORMATION ' +
    'ADDITIONAL_INFORMATION BOOKING_TERM CANCELLATION_TERM',
  MediaType: 'image/jpeg image/png video/mp4 video/avi external/youtube external/vimeo',
  MediaRel: 'LOGO COVER GALLERY',
  LocationType: 'START ITINERARY_ITEM POINT_OF_INTEREST ADMISSION_INCLUDED END REDEMPTION',
  CommentaryFormat: 'IN_PERSON RECORDED_AUDIO WRITTEN OTHER',
  OrderStatus: 'ON_HOLD CONFIRMED CANCELLED EXPIRED PENDING',
  WebhookEvent: 'booking_update availability_update',
  NotificationType: 'PRODUCT_UPDATE AVAILABILITY_UPDATE BOOKING_UPDATE',
};

const patterns: Record<string, RegExp> = {
  // The public validator takes an empty text for a missing one.
  Text: /\S/,
  Clock: /^([01]\d|2[0-3]):[0-5]\d$/,
  LocalTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  WholeSecond: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  Instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/,
  Uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[089abd][0-9a-f]{3}-[0-9a-f]{12}$/,
};

function isOf(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type in values) return values[type]?.split(' ').includes(String(value)) ?? false;
  if (type in patterns) return typeof value === 'string' && (patterns[type]?.test(value) ?? false);
  return typeof value === type;
}

/** Every breach of a shape, by path; fields that the shape does not name are one, too. */
export function findBreaches(value: unknown, type: string, path = type): string[] {
  const [first = '', isNullable] = type.split(' ');
  if (isNullable && value === null) return [];
  if (first.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, at) => findBreaches(one, first.slice(0, -2), `${path}.${at}`));
  }
  const shape = shapes[first];
  if (!shape) return isOf(value, first) ? [] : [`${path} is ${JSON.stringify(value)}, not ${first}`];
  if (typeof value !== 'object' || value === null) return [`${path} is no object`];
  const given = value as Record<string, unknown>;
  const known = new Set(Object.keys(shape).map((name) => name.replace('?', '')));
  const strange = Object.keys(given).filter((name) => !known.has(name));
  const wrong = Object.entries(shape).flatMap(([name, inner]) => {
    const plain = name.replace('?', '');
    if (given[plain] === undefined) return name.endsWith('?') ? [] : [`${path}.${plain} is missing`];
    return findBreaches(given[plain], inner, `${path}.${plain}`);
  });
  return [...strange.map((name) => `${path}.${name} is not of the standard`), ...wrong];
}
