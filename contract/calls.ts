// Every API call the house answers (§7): method, path, who may. Plain data, so that browsers carry it without the schemas.
// `who` is the permission table: a call without a row does not compile.

/** any: visitors too · buyer: signed in, any kind · partner: signed in by password · operations/admin: staff with that role. */
export type Who = 'any' | 'buyer' | 'operations' | 'admin';

export type CallRow = {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  who: Who;
  /** Creates or moves money: wants an Idempotency-Key header (decisions §2). */
  idempotent?: true;
};

export const calls = {
  // site (§7 account and session)
  webSettings: { method: 'POST', path: '/api/ucenter/websetting', who: 'any' },
  ownerBasicInfo: { method: 'POST', path: '/api/ucenter/websetting/queryOwnerBasicInfo', who: 'any' },
  notifications: { method: 'GET', path: '/api/ucenter/websetting/notification', who: 'any' },
  // account
  login: { method: 'POST', path: '/api/ucenter/sso/login', who: 'any' },
  logout: { method: 'POST', path: '/api/ucenter/sso/logout', who: 'any' },
  sendEmailVerCode: { method: 'POST', path: '/api/ucenter/sso/sendEmailVerCode', who: 'any' },
  verCodeRegionAndLogin: { method: 'POST', path: '/api/ucenter/sso/verCodeRegionAndLogin', who: 'any' },
  setPassword: { method: 'POST', path: '/api/ucenter/sso/setPassword', who: 'buyer' },
  getSliderCaptcha: { method: 'POST', path: '/api/ucenter/authimg/getSliderCaptcha', who: 'any' },
  getUserInfo: { method: 'POST', path: '/api/ucenter/user/getuserinfo', who: 'buyer' },
  // product
  keyQuery: { method: 'GET', path: '/api/product/keyQuery', who: 'any' },
  categories: { method: 'GET', path: '/api/product/categories', who: 'any' },
  promotions: { method: 'GET', path: '/api/product/points', who: 'any' },
  searchProducts: { method: 'POST', path: '/api/product', who: 'any' },
  productDetail: { method: 'GET', path: '/api/product/:id', who: 'any' },
  inventories: { method: 'POST', path: '/api/product/inventories', who: 'any' },
  bookCheck: { method: 'POST', path: '/api/product/bookCheck', who: 'any' },
  // order
  bookProducts: { method: 'GET', path: '/api/order/bookProducts', who: 'buyer' },
  createOrder: { method: 'POST', path: '/api/order/:id/createOrder', who: 'buyer', idempotent: true },
  payInfo: { method: 'GET', path: '/api/order/:id/payInfo', who: 'buyer' },
  paying: { method: 'POST', path: '/api/order/:id/paying', who: 'buyer', idempotent: true },
  isPaySuccess: { method: 'GET', path: '/api/order/:id/isPaySuccess', who: 'buyer' },
  orderList: { method: 'GET', path: '/api/order/list', who: 'buyer' },
  orderDetail: { method: 'GET', path: '/api/order/detail/:id', who: 'buyer' },
  cancelOrder: { method: 'POST', path: '/api/order/cancel', who: 'buyer' },
  // marketing
  checkCoupon: { method: 'POST', path: '/api/marketing/coupon/:code', who: 'buyer' },
  // back office (decisions §10)
  consoleLogin: { method: 'POST', path: '/api/console/login', who: 'any' },
  consoleLogout: { method: 'POST', path: '/api/console/logout', who: 'operations' },
  consoleMe: { method: 'GET', path: '/api/console/me', who: 'operations' },
  consoleQueues: { method: 'GET', path: '/api/console/queues', who: 'operations' },
  consoleOrders: { method: 'GET', path: '/api/console/orders', who: 'operations' },
  consoleOrder: { method: 'GET', path: '/api/console/orders/:id', who: 'operations' },
  consoleConfirm: { method: 'POST', path: '/api/console/orders/:id/confirm', who: 'operations' },
  consoleReject: { method: 'POST', path: '/api/console/orders/:id/reject', who: 'operations' },
  consoleMails: { method: 'GET', path: '/api/console/mails', who: 'admin' },
  consoleMail: { method: 'GET', path: '/api/console/mails/:id', who: 'admin' },
} as const satisfies Record<string, CallRow>;

export type CallName = keyof typeof calls;

/** Addresses that answer with files or take raw bytes instead of the envelope; the same permission words. */
export const fileRoutes = {
  voucherFile: { method: 'GET', path: '/api/order/download/voucher', who: 'buyer' },
  mailAttachment: { method: 'GET', path: '/api/console/mails/:id/attachments/:at', who: 'admin' },
  paymentNotice: { method: 'POST', path: '/api/pay/notify/:channel', who: 'any' },
} as const satisfies Record<string, CallRow>;
