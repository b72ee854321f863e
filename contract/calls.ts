// Every API call the house answers (§7): method, path, who may. Plain data, so that browsers carry it without the schemas.
// `who` is the permission table: a call without a row does not compile.

/**
 * any: visitors too · buyer: signed in, any kind · password: signed in by password, not by an e-mailed code alone · main: the
 * partner's main account, by password · staff: any role of the back office · a role: staff with it. Admins may do all of it.
 */
export type Who =
  | 'any'
  | 'buyer'
  | 'password'
  | 'main'
  | 'staff'
  | 'operations'
  | 'finance'
  | 'content'
  | 'supplier'
  | 'admin';

export type CallRow = {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  who: Who;
  /** Creates or moves money: wants an Idempotency-Key header (decisions §2). */
  idempotent?: true;
  /** Travels as `{ key, iv, body }` under the site's public key (decisions §2); the plain form is refused. */
  secret?: true;
  /** Largest body in bytes where a quarter of a megabyte is too little. */
  mostBytes?: number;
  /** May be done by staff signed in as a partner outside customer-service hostnames: only reading is, unless said so here. */
  looks?: true;
};

export const calls = {
  // site (§7 account and session)
  webSettings: { method: 'POST', path: '/api/ucenter/websetting', who: 'any', looks: true },
  webSettingsRead: { method: 'GET', path: '/api/ucenter/websetting', who: 'any' },
  ownerBasicInfo: { method: 'POST', path: '/api/ucenter/websetting/queryOwnerBasicInfo', who: 'any', looks: true },
  notifications: { method: 'GET', path: '/api/ucenter/websetting/notification', who: 'any' },
  notification: { method: 'GET', path: '/api/ucenter/websetting/notification/:id', who: 'any' },
  notificationRead: {
    method: 'POST',
    path: '/api/ucenter/websetting/notification/:id/read',
    who: 'any',
    looks: true,
  },
  customPage: { method: 'GET', path: '/api/ucenter/custompage/detail', who: 'any' },
  // account: signing in and up
  login: { method: 'POST', path: '/api/ucenter/sso/login', who: 'any', secret: true },
  logout: { method: 'POST', path: '/api/ucenter/sso/logout', who: 'any', looks: true },
  register: { method: 'POST', path: '/api/ucenter/sso/register', who: 'any', secret: true },
  resendEmail: { method: 'POST', path: '/api/ucenter/sso/resendemail', who: 'any' },
  enableEmail: { method: 'POST', path: '/api/ucenter/sso/enableemail', who: 'any' },
  forgetPassword: { method: 'POST', path: '/api/ucenter/sso/forgetpassword', who: 'any' },
  resetPasswordByToken: { method: 'POST', path: '/api/ucenter/sso/resetpasswordbytoken', who: 'any', secret: true },
  changePassword: { method: 'POST', path: '/api/ucenter/sso/changepassword', who: 'password', secret: true },
  sendEmailVerCode: { method: 'POST', path: '/api/ucenter/sso/sendEmailVerCode', who: 'any' },
  verCodeRegionAndLogin: { method: 'POST', path: '/api/ucenter/sso/verCodeRegionAndLogin', who: 'any', secret: true },
  setPassword: { method: 'POST', path: '/api/ucenter/sso/setPassword', who: 'buyer', secret: true },
  getSliderCaptcha: { method: 'POST', path: '/api/ucenter/authimg/getSliderCaptcha', who: 'any', looks: true },
  getImageCode: { method: 'POST', path: '/api/ucenter/authimg/getImageCode', who: 'any', looks: true },
  globalSetting: { method: 'POST', path: '/api/ucenter/globalsetting', who: 'any', looks: true },
  agreement: { method: 'POST', path: '/api/ucenter/agreement', who: 'any', looks: true },
  ipCountry: { method: 'POST', path: '/api/ucenter/ip/get2Words', who: 'any', looks: true },
  onboardingConfig: { method: 'POST', path: '/api/ucenter/useronboarding/config', who: 'buyer', looks: true },
  onboardingUpdate: { method: 'POST', path: '/api/ucenter/useronboarding/update', who: 'buyer' },
  searchRegion: { method: 'POST', path: '/api/basic/region/searchRegion', who: 'any', looks: true },
  searchNationality: { method: 'POST', path: '/api/basic/nationality/search', who: 'any', looks: true },
  // places and maps (§7)
  searchPois: { method: 'GET', path: '/api/basic/poi/searchPois', who: 'any' },
  searchGooglePlaces: { method: 'GET', path: '/api/basic/poi/searchGooglePlaces', who: 'any' },
  getGooglePlacesDetail: { method: 'GET', path: '/api/basic/poi/getGooglePlacesDetail/:id', who: 'any' },
  pickupPackages: { method: 'POST', path: '/api/product/PickupPackages/:id', who: 'any', looks: true },
  regionAreasByIds: { method: 'POST', path: '/api/basic/regionarea/getbyareaids', who: 'any', looks: true },
  searchInArea: { method: 'POST', path: '/api/basic/regionarea/search_in_area', who: 'any', looks: true },
  mapSettings: { method: 'POST', path: '/api/basic/map', who: 'any', looks: true },
  // user centre: profile, partner, sub-accounts
  getUserInfo: { method: 'POST', path: '/api/ucenter/user/getuserinfo', who: 'buyer', looks: true },
  partner: { method: 'POST', path: '/api/ucenter/partner', who: 'password', looks: true },
  partnerUpdate: { method: 'POST', path: '/api/ucenter/partner/update', who: 'main' },
  partnerLogoDelete: { method: 'POST', path: '/api/ucenter/partner/logo/delete', who: 'main' },
  childAccountList: { method: 'POST', path: '/api/ucenter/user/childaccountlist', who: 'main', looks: true },
  childAccountInfo: { method: 'POST', path: '/api/ucenter/user/childaccountinfo', who: 'password', looks: true },
  createChildAccount: { method: 'POST', path: '/api/ucenter/user/createchildaccout', who: 'main', secret: true },
  updateUser: { method: 'POST', path: '/api/ucenter/user/update', who: 'password' },
  changeUserStatus: { method: 'POST', path: '/api/ucenter/user/changeuserstatus/:id/:status', who: 'main' },
  resetChildPassword: { method: 'POST', path: '/api/ucenter/user/resetchildaccountpassword/:id', who: 'main' },
  logoutElsewhere: { method: 'POST', path: '/api/ucenter/sso/logoutelsewhere', who: 'password' },
  // product
  keyQuery: { method: 'GET', path: '/api/product/keyQuery', who: 'any' },
  categories: { method: 'GET', path: '/api/product/categories', who: 'any' },
  promotions: { method: 'GET', path: '/api/product/points', who: 'any' },
  searchProducts: { method: 'POST', path: '/api/product', who: 'any', looks: true },
  productDetail: { method: 'GET', path: '/api/product/:id', who: 'any' },
  packageDetail: { method: 'GET', path: '/api/product/package/:id', who: 'any' },
  inventories: { method: 'POST', path: '/api/product/inventories', who: 'any', looks: true },
  bookCheck: { method: 'POST', path: '/api/product/bookCheck', who: 'any', looks: true },
  // order
  bookProducts: { method: 'GET', path: '/api/order/bookProducts', who: 'buyer' },
  createOrder: { method: 'POST', path: '/api/order/:id/createOrder', who: 'buyer', idempotent: true },
  payInfo: { method: 'GET', path: '/api/order/:id/payInfo', who: 'buyer' },
  paying: { method: 'POST', path: '/api/order/:id/paying', who: 'buyer', idempotent: true },
  payEntry: { method: 'POST', path: '/api/order/:id/payEntry', who: 'buyer', looks: true },
  isPaySuccess: { method: 'GET', path: '/api/order/:id/isPaySuccess', who: 'buyer' },
  orderList: { method: 'GET', path: '/api/order/list', who: 'buyer' },
  orderDetail: { method: 'GET', path: '/api/order/detail/:id', who: 'buyer' },
  creaters: { method: 'GET', path: '/api/order/creaters', who: 'buyer' },
  savedFilters: { method: 'GET', path: '/api/order/filters', who: 'password' },
  saveFilter: { method: 'POST', path: '/api/order/filters', who: 'password' },
  deleteFilter: { method: 'POST', path: '/api/order/filters/delete', who: 'password' },
  remark: { method: 'POST', path: '/api/order/remark', who: 'buyer' },
  remarks: { method: 'GET', path: '/api/order/:a/:b/remarks', who: 'buyer' },
  journey: { method: 'POST', path: '/api/order/journey', who: 'buyer', looks: true },
  journeyOf: { method: 'GET', path: '/api/order/journey', who: 'buyer' },
  cancelOrder: { method: 'POST', path: '/api/order/cancel', who: 'buyer' },
  cancelRequests: { method: 'GET', path: '/api/order/cancel', who: 'buyer' },
  calculateRefund: { method: 'POST', path: '/api/order/refund/calculate', who: 'buyer', looks: true },
  cancelRules: { method: 'GET', path: '/api/order/rules/:id', who: 'buyer' },
  // vouchers (§3, §7): whose they are, and whether one is good
  voucherKey: { method: 'GET', path: '/api/order/voucher/key', who: 'any' },
  voucherCheck: { method: 'GET', path: '/api/order/voucher/check', who: 'any' },
  vouchers: { method: 'GET', path: '/api/order/:a/:b/vouchers', who: 'buyer' },
  // bank transfers (§7 offlinepay)
  offlineInfo: { method: 'GET', path: '/api/order/:id/offlinepay', who: 'buyer' },
  offlineCurrency: { method: 'POST', path: '/api/order/offlinepay/currency', who: 'buyer' },
  offlineEvaluation: { method: 'POST', path: '/api/order/offlinepay/evaluation', who: 'buyer' },
  offlineFileDelete: { method: 'POST', path: '/api/order/offlinepay/file/delete', who: 'buyer' },
  // travellers filled in later, by a link or one's own session (§4 booking completion)
  getIncompleteOrderList: { method: 'POST', path: '/api/order/getIncompleteOrderList', who: 'any', looks: true },
  intactInfo: { method: 'GET', path: '/api/order/intactInfo', who: 'any' },
  intact: { method: 'POST', path: '/api/order/intact', who: 'any' },
  completionLink: { method: 'POST', path: '/api/order/completion/link', who: 'buyer' },
  completionSend: { method: 'POST', path: '/api/order/completion/send', who: 'buyer' },
  // the mobile group (§2 wechat)
  wechatEnter: { method: 'POST', path: '/api/ucenter/wechat/enter', who: 'any', looks: true },
  wechatLogin: { method: 'POST', path: '/api/ucenter/wechat/login', who: 'any' },
  wechatLink: { method: 'POST', path: '/api/ucenter/wechat/link', who: 'password' },
  wechatLinked: { method: 'GET', path: '/api/ucenter/wechat/link', who: 'password' },
  wechatUnlink: { method: 'POST', path: '/api/ucenter/wechat/unlink', who: 'password' },
  wechatFind: { method: 'POST', path: '/api/order/find', who: 'any', looks: true },
  wechatOrder: { method: 'GET', path: '/api/order/find', who: 'any' },
  wechatSendLink: { method: 'POST', path: '/api/order/find/link', who: 'any' },
  // deposit and credit line (§7 pay)
  cashier: { method: 'GET', path: '/api/pay/cashier', who: 'main' },
  cashierInfo: { method: 'POST', path: '/api/pay/cashierInfo', who: 'main', idempotent: true, secret: true },
  rechargeResult: { method: 'GET', path: '/api/pay/cashier/:id', who: 'main' },
  bill: { method: 'GET', path: '/api/pay/bill', who: 'password' },
  balanceWarning: { method: 'POST', path: '/api/pay/bill/warning', who: 'main' },
  // marketing: the home page (§7 getrolltype), promo codes
  banners: { method: 'GET', path: '/api/ucenter/websetting/getbanners', who: 'any' },
  rollType: { method: 'GET', path: '/api/ucenter/websetting/getrolltype', who: 'any' },
  checkCoupon: { method: 'POST', path: '/api/marketing/coupon/:code', who: 'buyer', looks: true },
  // quotations of agents (§7)
  dtaQuoteList: { method: 'POST', path: '/api/product/dtaQuoteList', who: 'password', looks: true },
  skuQuote: { method: 'POST', path: '/api/product/skuQuote/:id', who: 'password', looks: true },
  // back office (decisions §10): staff, partners, settings
  consoleLogin: { method: 'POST', path: '/api/console/login', who: 'any', secret: true },
  consoleLogout: { method: 'POST', path: '/api/console/logout', who: 'staff' },
  consoleMe: { method: 'GET', path: '/api/console/me', who: 'staff' },
  consolePassword: { method: 'POST', path: '/api/console/password', who: 'staff', secret: true },
  consoleFactorStart: { method: 'POST', path: '/api/console/factor/start', who: 'staff' },
  consoleFactorConfirm: { method: 'POST', path: '/api/console/factor/confirm', who: 'staff' },
  consoleFactorStop: { method: 'POST', path: '/api/console/factor/stop', who: 'staff', secret: true },
  consoleStaff: { method: 'GET', path: '/api/console/staff', who: 'admin' },
  consoleStaffSave: { method: 'POST', path: '/api/console/staff', who: 'admin' },
  consoleStaffReset: { method: 'POST', path: '/api/console/staff/:id/reset', who: 'admin' },
  consolePartners: { method: 'GET', path: '/api/console/partners', who: 'operations' },
  consolePartner: { method: 'GET', path: '/api/console/partners/:id', who: 'operations' },
  consolePartnerDecide: { method: 'POST', path: '/api/console/partners/:id/decide', who: 'operations' },
  consolePartnerLevel: { method: 'POST', path: '/api/console/partners/:id/level', who: 'admin' },
  consolePartnerFreeze: { method: 'POST', path: '/api/console/partners/:id/freeze', who: 'operations' },
  consoleAccountFreeze: { method: 'POST', path: '/api/console/partners/:id/accounts/:accountId', who: 'operations' },
  consoleSignInAs: { method: 'POST', path: '/api/console/partners/:id/signin/:accountId', who: 'operations' },
  consoleLog: { method: 'GET', path: '/api/console/log', who: 'admin' },
  consoleSettings: { method: 'GET', path: '/api/console/settings', who: 'admin' },
  consoleSettingsSave: { method: 'POST', path: '/api/console/settings', who: 'admin' },
  consoleAgreements: { method: 'GET', path: '/api/console/agreements', who: 'admin' },
  consoleAgreementPublish: { method: 'POST', path: '/api/console/agreements', who: 'admin' },
  // back office: catalogue
  consoleProducts: { method: 'GET', path: '/api/console/products', who: 'content' },
  consoleProduct: { method: 'GET', path: '/api/console/products/:id', who: 'content' },
  consoleProductSave: { method: 'POST', path: '/api/console/products', who: 'content', mostBytes: 4_194_304 },
  consoleProductCopy: { method: 'POST', path: '/api/console/products/:id/copy', who: 'content' },
  consoleProductState: { method: 'POST', path: '/api/console/products/:id/state', who: 'content' },
  consoleCalendar: { method: 'GET', path: '/api/console/calendar', who: 'content' },
  consoleCalendarSave: { method: 'POST', path: '/api/console/calendar', who: 'content', mostBytes: 4_194_304 },
  consolePriceRules: { method: 'GET', path: '/api/console/prices', who: 'content' },
  consolePriceRuleSave: { method: 'POST', path: '/api/console/prices', who: 'content' },
  consolePriceRuleDelete: { method: 'POST', path: '/api/console/prices/delete', who: 'content' },
  // back office: the catalogue as files
  consoleImports: { method: 'GET', path: '/api/console/imports', who: 'content' },
  consoleImport: { method: 'GET', path: '/api/console/imports/:id', who: 'content' },
  consoleImportRows: { method: 'GET', path: '/api/console/imports/:id/rows', who: 'content' },
  consoleImportRun: { method: 'POST', path: '/api/console/imports/:id/run', who: 'content' },
  // back office: pick-up areas
  consoleAreas: { method: 'GET', path: '/api/console/areas', who: 'content' },
  consoleAreaSave: { method: 'POST', path: '/api/console/areas', who: 'content' },
  consoleAreaDelete: { method: 'POST', path: '/api/console/areas/delete', who: 'content' },
  // back office: the home page
  consolePromotions: { method: 'GET', path: '/api/console/promotions', who: 'content' },
  consolePromotionSave: { method: 'POST', path: '/api/console/promotions', who: 'content' },
  consolePromotionDelete: { method: 'POST', path: '/api/console/promotions/:id/delete', who: 'content' },
  consoleBanners: { method: 'GET', path: '/api/console/banners', who: 'content' },
  consoleBannerSave: { method: 'POST', path: '/api/console/banners', who: 'content' },
  consoleBannerDelete: { method: 'POST', path: '/api/console/banners/:id/delete', who: 'content' },
  consoleRollType: { method: 'POST', path: '/api/console/rolltype', who: 'content' },
  // back office: announcements and own pages
  consoleAnnouncements: { method: 'GET', path: '/api/console/announcements', who: 'content' },
  consoleAnnouncementSave: {
    method: 'POST',
    path: '/api/console/announcements',
    who: 'content',
    mostBytes: 1_048_576,
  },
  consolePages: { method: 'GET', path: '/api/console/pages', who: 'content' },
  consolePageSave: { method: 'POST', path: '/api/console/pages', who: 'content', mostBytes: 1_048_576 },
  // back office: exchange rates
  consoleRates: { method: 'GET', path: '/api/console/rates', who: 'finance' },
  consoleRatesSave: { method: 'POST', path: '/api/console/rates', who: 'finance' },
  consoleRatesFetch: { method: 'POST', path: '/api/console/rates/fetch', who: 'finance' },
  // back office: ways to pay, payments, refunds, differences, promo codes, bank transfers
  consoleChannels: { method: 'GET', path: '/api/console/channels', who: 'finance' },
  consoleChannelSave: { method: 'POST', path: '/api/console/channels', who: 'finance', secret: true },
  consoleChannelDates: { method: 'GET', path: '/api/console/channels/dates', who: 'finance' },
  consolePayments: { method: 'GET', path: '/api/console/payments', who: 'finance' },
  consolePayment: { method: 'GET', path: '/api/console/payments/:id', who: 'finance' },
  consoleRefunds: { method: 'GET', path: '/api/console/refunds', who: 'finance' },
  consoleRefundDone: { method: 'POST', path: '/api/console/refunds/:id/done', who: 'finance' },
  consoleRefundAgain: { method: 'POST', path: '/api/console/refunds/:id/again', who: 'finance' },
  consoleDifferences: { method: 'GET', path: '/api/console/differences', who: 'finance' },
  consoleDifferenceClose: { method: 'POST', path: '/api/console/differences/:id', who: 'finance' },
  consoleReconcile: { method: 'POST', path: '/api/console/reconcile', who: 'finance' },
  consoleCoupons: { method: 'GET', path: '/api/console/coupons', who: 'finance' },
  consoleCoupon: { method: 'GET', path: '/api/console/coupon', who: 'finance' },
  consoleCouponSave: { method: 'POST', path: '/api/console/coupons', who: 'finance' },
  consoleCouponOff: { method: 'POST', path: '/api/console/coupons/off', who: 'finance' },
  consoleTransfers: { method: 'GET', path: '/api/console/transfers', who: 'finance' },
  consoleTransferDecide: { method: 'POST', path: '/api/console/transfers/:id', who: 'finance' },
  // back office: deposits and credit lines
  consoleBalances: { method: 'GET', path: '/api/console/balances', who: 'finance' },
  consoleBalance: { method: 'GET', path: '/api/console/balances/:id', who: 'finance' },
  consoleAdjust: { method: 'POST', path: '/api/console/balances/:id/adjust', who: 'finance', idempotent: true },
  consoleAdjustments: { method: 'GET', path: '/api/console/adjustments', who: 'finance' },
  consoleAdjustmentDecide: { method: 'POST', path: '/api/console/adjustments/:id', who: 'finance' },
  // back office: orders and mails
  // Those of `staff` show and do what the role's orders allow (server/desk/right-over.sql.ts); to others they do not exist.
  consoleQueues: { method: 'GET', path: '/api/console/queues', who: 'staff' },
  consoleSales: { method: 'GET', path: '/api/console/sales', who: 'staff' },
  consoleLowStock: { method: 'GET', path: '/api/console/lowstock', who: 'staff' },
  consoleOrders: { method: 'GET', path: '/api/console/orders', who: 'staff' },
  consoleOrderChoices: { method: 'GET', path: '/api/console/orderchoices', who: 'staff' },
  consoleOrder: { method: 'GET', path: '/api/console/orders/:id', who: 'staff' },
  /** An order as its supplier sees it: no money, and of the guests what delivering it takes. */
  consoleSupply: { method: 'GET', path: '/api/console/supplies/:id', who: 'supplier' },
  consoleBulk: { method: 'POST', path: '/api/console/bulk', who: 'staff' },
  consoleTravellers: { method: 'POST', path: '/api/console/orders/:id/travellers', who: 'operations' },
  consoleVoucherMail: { method: 'POST', path: '/api/console/orders/:id/voucher', who: 'operations' },
  consolePickup: { method: 'POST', path: '/api/console/orders/:id/pickup', who: 'operations' },
  consolePlaceHost: { method: 'GET', path: '/api/console/placehost', who: 'operations' },
  /** Like consoleSignInAs, on a customer-service hostname, where orders may be placed. */
  consolePlaceFor: { method: 'POST', path: '/api/console/partners/:id/placefor/:accountId', who: 'operations' },
  consoleCancels: { method: 'GET', path: '/api/console/cancels', who: 'operations' },
  consoleCancelApply: { method: 'POST', path: '/api/console/orders/:id/cancel', who: 'operations' },
  consoleCancelDecide: { method: 'POST', path: '/api/console/cancels/:id', who: 'operations' },
  consoleDriver: { method: 'POST', path: '/api/console/orders/:id/driver', who: 'staff' },
  consoleRemark: { method: 'POST', path: '/api/console/orders/:id/remarks', who: 'operations' },
  consoleRemarks: { method: 'GET', path: '/api/console/orders/:id/remarks', who: 'operations' },
  consoleConfirm: { method: 'POST', path: '/api/console/orders/:id/confirm', who: 'staff' },
  consoleReject: { method: 'POST', path: '/api/console/orders/:id/reject', who: 'staff' },
  consoleSupplementAdd: { method: 'POST', path: '/api/console/orders/:id/supplements', who: 'operations' },
  consoleSupplementWithdraw: {
    method: 'POST',
    path: '/api/console/orders/:id/supplements/withdraw',
    who: 'operations',
  },
  // back office: redeeming; operations for every product, suppliers for their own, nobody else
  consoleVoucher: { method: 'GET', path: '/api/console/vouchers', who: 'staff' },
  consoleVoucherRedeem: { method: 'POST', path: '/api/console/vouchers/redeem', who: 'staff' },
  consoleMailTexts: { method: 'GET', path: '/api/console/mailtexts', who: 'content' },
  consoleMailTextSave: { method: 'POST', path: '/api/console/mailtexts', who: 'content' },
  consoleMailTextPreview: { method: 'POST', path: '/api/console/mailtexts/preview', who: 'content' },
  consoleMails: { method: 'GET', path: '/api/console/mails', who: 'admin' },
  consoleMail: { method: 'GET', path: '/api/console/mails/:id', who: 'admin' },
} as const satisfies Record<string, CallRow>;

export type CallName = keyof typeof calls;

/** Addresses that answer with files or take raw bytes. */
export { fileRoutes } from './file-routes.ts';
