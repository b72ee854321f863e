// Addresses that answer with files or take raw bytes instead of the envelope (§7): vouchers, pictures, notices; the same permission words
// as calls. Plain data, so that browsers carry it without the schemas.
import type { CallRow } from './call-row.ts';

export const fileRoutes = {
  orderExport: { method: 'GET', path: '/api/order/export', who: 'buyer', keyed: 'book' },
  voucherFile: { method: 'GET', path: '/api/order/download/voucher', who: 'buyer', keyed: 'book' },
  voucherPackFile: { method: 'GET', path: '/api/order/download/vouchers', who: 'buyer', keyed: 'book' },
  itineraryFile: { method: 'GET', path: '/api/order/download/itinerary', who: 'buyer', keyed: 'book' },
  invoiceFile: { method: 'GET', path: '/api/order/download/invoice', who: 'buyer', keyed: 'book', finance: true },
  calendarFile: { method: 'GET', path: '/api/order/download/calendar', who: 'buyer', keyed: 'book' },
  /** For fellow travellers, by the key of their link. */
  passCalendarFile: { method: 'GET', path: '/api/order/pass/calendar', who: 'any' },
  /** Passes for wallets on telephones, of one line: a file for Apple's, the address at Google that saves one. */
  passAppleFile: { method: 'GET', path: '/api/order/pass/apple', who: 'any' },
  passGoogleLink: { method: 'GET', path: '/api/order/pass/google', who: 'any' },
  consoleVoucherFile: { method: 'GET', path: '/api/console/orders/:id/voucher', who: 'operations', keyed: 'orders' },
  consoleVoucherPackFile: { method: 'GET', path: '/api/console/orders/:id/vouchers', who: 'operations' },
  consoleItineraryFile: {
    method: 'GET',
    path: '/api/console/orders/:id/itinerary',
    who: 'operations',
    keyed: 'orders',
  },
  consoleInvoiceFile: { method: 'GET', path: '/api/console/orders/:id/invoice', who: 'finance' },
  consoleCalendarFile: { method: 'GET', path: '/api/console/orders/:id/calendar', who: 'operations' },
  /** Files for the buyer: added by the supplier or the owner's staff; with `travellers=1` also for the travellers. */
  consoleOrderFileUpload: { method: 'POST', path: '/api/console/orders/:id/files', who: 'staff' },
  consoleOrderFile: { method: 'GET', path: '/api/console/orders/:id/files/:fileId', who: 'staff' },
  orderFile: { method: 'GET', path: '/api/order/download/file', who: 'buyer', keyed: 'book' },
  /** All data that the shop stores about the caller, or about a person whom staff found. */
  personalDataFile: { method: 'GET', path: '/api/ucenter/personaldata/file', who: 'buyer' },
  consolePersonFile: { method: 'GET', path: '/api/console/personaldata/file', who: 'admin' },
  mailAttachment: { method: 'GET', path: '/api/console/mails/:id/attachments/:at', who: 'admin' },
  ownerPicture: { method: 'GET', path: '/api/ucenter/picture/:id', who: 'any' },
  partnerLogo: { method: 'GET', path: '/api/ucenter/partner/logo', who: 'password' },
  partnerLogoUpload: { method: 'POST', path: '/api/ucenter/partner/logo', who: 'main' },
  /** Papers of a partner, for its main account and for staff. */
  partnerDocument: { method: 'GET', path: '/api/ucenter/partner/documents/:documentId', who: 'main' },
  partnerDocumentUpload: { method: 'POST', path: '/api/ucenter/partner/documents', who: 'main' },
  consoleDocument: { method: 'GET', path: '/api/console/partners/:id/documents/:documentId', who: 'operations' },
  consoleDocumentUpload: { method: 'POST', path: '/api/console/partners/:id/documents', who: 'operations' },
  /** Before the review itself: into one of the line's places. */
  reviewPicture: { method: 'POST', path: '/api/review/picture', who: 'any' },
  /** For staff also while the review is hidden. */
  consoleReviewPicture: { method: 'GET', path: '/api/console/reviews/pictures/:id', who: 'operations' },
  consolePicture: { method: 'POST', path: '/api/console/pictures', who: 'content' },
  billExport: { method: 'GET', path: '/api/pay/bill/export', who: 'password', keyed: 'statement', finance: true },
  /** Lines of approved agents as a workbook; the customer's quotation for the token of its link, as PDF or workbook. */
  exportQuote: { method: 'POST', path: '/api/export/exportQuote', who: 'any', keyed: 'quote', looks: true },
  /** A saved quotation as its customer gets it. */
  quotationFile: { method: 'GET', path: '/api/quotation/:id/file', who: 'buyer', keyed: 'quote' },
  /** Lists of the back office as spreadsheets, under their filters. */
  consoleOrdersFile: { method: 'GET', path: '/api/console/export/orders', who: 'staff', keyed: 'orders' },
  consoleLinesFile: { method: 'GET', path: '/api/console/export/lines', who: 'staff' },
  consoleGuestsFile: { method: 'GET', path: '/api/console/export/guests', who: 'staff' },
  consolePaymentsFile: { method: 'GET', path: '/api/console/export/payments', who: 'finance' },
  consoleRefundsFile: { method: 'GET', path: '/api/console/export/refunds', who: 'finance' },
  consolePartnersFile: { method: 'GET', path: '/api/console/export/partners', who: 'operations' },
  netRates: { method: 'GET', path: '/api/product/netrates', who: 'password', keyed: 'catalogue' },
  catalogueExport: { method: 'GET', path: '/api/console/catalogue/export', who: 'content' },
  catalogueUpload: { method: 'POST', path: '/api/console/imports', who: 'content' },
  orderImportTemplate: { method: 'GET', path: '/api/console/orderimports/template', who: 'operations' },
  orderImportUpload: { method: 'POST', path: '/api/console/orderimports', who: 'operations' },
  importProblems: { method: 'GET', path: '/api/console/imports/:id/problems', who: 'content' },
  consoleBillExport: { method: 'GET', path: '/api/console/balances/:id/export', who: 'finance' },
  /** Mail programs end alerts here by a button of theirs (RFC 8058). */
  noticeEnd: { method: 'POST', path: '/api/product/notice/end', who: 'any' },
  /** Suppliers that speak OCTO report changes here; the secret in a header authorises them. */
  octoNotice: { method: 'POST', path: '/api/octo/notices/:id', who: 'any' },
  paymentNotice: { method: 'POST', path: '/api/pay/notify/:channel', who: 'any' },
  /** Where channels return buyers to that take one address for all, or post. */
  paymentReturn: { method: 'POST', path: '/api/pay/return/:channel', who: 'any' },
  paymentReturnByLink: { method: 'GET', path: '/api/pay/return/:channel', who: 'any' },
  /** A page that posts the buyer to the channel (paying `form`). */
  paymentForm: { method: 'GET', path: '/api/pay/form/:paymentNo', who: 'buyer' },
  transferUpload: { method: 'POST', path: '/api/order/offlinepay/file', who: 'buyer' },
  transferFile: { method: 'GET', path: '/api/order/offlinepay/file/downloadFile', who: 'buyer' },
  /** The same for apps that post (§7). */
  transferFileByPost: { method: 'POST', path: '/api/order/offlinepay/file/downloadFile', who: 'buyer', looks: true },
  consoleTransferFile: { method: 'GET', path: '/api/console/transfers/files/:id', who: 'finance' },
} as const satisfies Record<string, CallRow>;
