// The catalogue of refusals (§8, rules §2): every expected "no" has a code here and a wording in 13 languages
// under `refusal.<name>`. Anything that fails otherwise is a bug.

export const refusals = {
  // general 200001–200099
  invalidInput: 200001,
  wrongCode: 200004,
  forbiddenOrigin: 200005,
  idempotencyConflict: 200006,
  secretNeeded: 200007,
  secretRepeated: 200008,
  changedMeanwhile: 200009,
  // account 2001xx
  loginFailed: 200101,
  accountFrozen: 200102,
  imageCodeNeeded: 200103,
  codeExpired: 200104,
  emailNotActive: 200105,
  passwordAlreadySet: 200106,
  linkExpired: 200107,
  partnerNotApproved: 200108,
  actingOnlyLooks: 200109,
  passwordNeeded: 200110,
  lastAdmin: 200111,
  rightsTooHigh: 200112,
  secondFactorNeeded: 200113,
  hostTaken: 200114,
  wechatOver: 200115,
  wechatSilent: 200116,
  firstPasswordOver: 200117,
  newPasswordNeeded: 200118,
  factorMissing: 200119,
  keyScope: 200120,
  keyElsewhere: 200121,
  keysClosed: 200122,
  keysFull: 200123,
  hooksFull: 200124,
  signUpPassword: 200125,
  unpaidFull: 200126,
  // product and stock 2002xx
  productGone: 200201,
  noStock: 200202,
  priceChanged: 200203,
  dateNotSold: 200204,
  groupTooSmall: 200205,
  groupTooLarge: 200206,
  mixedProducts: 200207,
  productIncomplete: 200208,
  capacityInUse: 200209,
  stayTooShort: 200210,
  stayTooLong: 200211,
  tooLate: 200212,
  addOnAlone: 200213,
  rentTooShort: 200214,
  rentTooLong: 200215,
  productInUse: 200216,
  priceExists: 200217,
  addOnGone: 200218,
  // order 2003xx
  actionNotAllowed: 200302,
  agreementNeeded: 200303,
  voucherNotReady: 200304,
  voucherUsed: 200305,
  voucherNotValid: 200306,
  voucherUnknown: 200307,
  orderNotFound: 200308,
  handledElsewhere: 200309,
  linePaymentOpen: 200310,
  completionDone: 200311,
  pickupUndecided: 200312,
  pickupTimeClosed: 200313,
  platformOrderTaken: 200314,
  voucherOfSupplier: 200315,
  unpaidWhole: 200316,
  orderCancelled: 200317,
  filtersFull: 200321,
  exportTooLarge: 200322,
  ratesTooMany: 200323,
  listTooLong: 200324,
  // payment 2004xx
  channelNotOffered: 200401,
  balanceTooLow: 200402,
  payDeadlinePassed: 200403,
  paymentUnderWay: 200404,
  alreadyPaid: 200405,
  gatewaySilent: 200406,
  zeroNotPayable: 200407,
  creditTooLow: 200408,
  zeroBalance: 200409,
  adjustmentTooLarge: 200410,
  ownAdjustment: 200411,
  statementTooLong: 200412,
  refundTooMuch: 200413,
  currencyNotTaken: 200414,
  entryOver: 200415,
  payBelowLeast: 200416,
  payAboveMost: 200417,
  providerRefused: 200418,
  giftCardUnknown: 200419,
  giftCardOver: 200420,
  giftCardEmpty: 200421,
  giftCardBlocked: 200422,
  receivedTooMuch: 200423,
  paymentRecorded: 200424,
  // files 2005xx
  pictureRefused: 200501,
  voucherRefused: 200502,
  vouchersFull: 200503,
  voucherMissing: 200504,
  logoRefused: 200505,
  orderFileRefused: 200506,
  orderFilesFull: 200507,
  documentRefused: 200508,
  documentsFull: 200509,
  importTooLarge: 200511,
  importBusy: 200512,
  orderSheetUnreadable: 200513,
  orderSheetTooLong: 200514,
  catalogueTooLarge: 200515,
  orderSheetEncoding: 200516,
  // marketing 2006xx
  couponUnknown: 200601,
  couponExpired: 200602,
  couponUsedUp: 200603,
  couponMinimum: 200604,
  couponOtherProduct: 200605,
  couponCurrency: 200606,
  couponOtherBuyer: 200607,
  couponFirstOrder: 200608,
  couponUsedBefore: 200609,
  couponEarly: 200610,
  couponWaits: 200611,
  // places 2007xx
  areaInUse: 200701,
  placesSilent: 200702,
  freightInUse: 200703,
  // exchange rates 2008xx
  feedSilent: 200801,
  rateMissing: 200802,
  // quotations 2009xx
  quotationIncomplete: 200901,
  quotationOver: 200902,
  holdLimited: 200903,
  // reviews 2010xx
  reviewNotUsed: 201001,
  reviewWritten: 201002,
  // personal data 2012xx
  erasureBlocked: 201201,
  erasureRequested: 201202,
  accountGone: 201203,
} as const;

export type RefusalName = keyof typeof refusals;

/** Reasons shown under a field; the wording is `field.<name>` with the blanks `{min}`, `{max}`, `{length}` where it has any. */
export const fieldProblems = [
  'required',
  'tooLong',
  'tooShort',
  'atLeast',
  'atMost',
  'format',
  'emailFormat',
  'quantity',
  'codeLength',
  'passwordRule',
  'passwordsDiffer',
  'choose',
  'phoneFormat',
  'latinOnly',
  'usernameRule',
  'usernameTaken',
  'emailTaken',
  'passwordCommon',
  'passwordContext',
  'passwordSame',
  'passwordWrong',
  'signUpPassword',
  'codeWrong',
  'agree',
  'contrast',
  'notRequested',
  'range',
  'keyTaken',
  'twice',
  'fixed',
  'rate',
  'notInFeed',
  'checkOut',
  'ringPoints',
  'ringCrosses',
  'chineseOnly',
  'englishOnly',
  'decimal',
  'date',
  'time',
  'notFuture',
  'beforeTravel',
  'dayOver',
  'expired',
  'ageFrom',
  'ageBetween',
  'oneOfBoth',
  'notOfProduct',
  'unknownField',
  'notifyNone',
  'pickupTime',
  'characters',
  'unknownBlank',
  'tooMany',
  'targetMissed',
  'beforeFirst',
  'endTime',
  'ambiguous',
  'elsewhere',
  'zone',
  'zoneFixed',
  'zoneInUse',
  'keyForm',
  'wholeKey',
  'bic',
  'certificateOver',
  'otherCertificate',
  'limitOrder',
  'notDelivered',
  'ownerCode',
  'ownerCodeTaken',
  'cellCopy',
  'hostForm',
  'hostUsed',
  'listWritten',
  'network',
  'webAddress',
  'noAnswer',
  'privateAddress',
  'notOcto',
  'notMozio',
  'keyRefused',
  'wrongKey',
  'notTranslator',
  'takenOver',
  'notSellable',
  'noSku',
  'cardNumber',
] as const;

export type FieldProblem = (typeof fieldProblems)[number];
export type FieldProblems = Record<string, { problem: FieldProblem; max?: number; min?: number }>;

/** An expected "no". `data` is sent to the caller, so it must hold only what the caller may see. */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly fields: FieldProblems | undefined;
  readonly data: Record<string, unknown> | undefined;

  constructor(refusal: RefusalName, more: { fields?: FieldProblems; data?: Record<string, unknown> } = {}) {
    super(refusal);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.fields = more.fields;
    this.data = more.data;
  }
}

/** Missing and forbidden look the same (rules §2): HTTP 421, the /404 page on screen. */
export class NotHere extends Error {}

/** No valid session, or a key that is not valid here: HTTP 401 (§8). */
export class NotSignedIn extends Error {
  readonly by: 'session' | 'key';

  constructor(by: 'session' | 'key' = 'session') {
    super(`no valid ${by}`);
    this.by = by;
  }
}

/** Too frequent: HTTP 503 with Retry-After (§8). */
export class TooFrequent extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too frequent');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The shop is busy, or waits for a row that others hold: answered like TooFrequent, in words that do not speak of the caller's haste. */
export class ShopBusy extends TooFrequent {}
