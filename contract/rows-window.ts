// Calls of the back office about the shop's contents besides products; part of rows-desk.ts.
import type { CallRow } from './call-row.ts';

export const windowRows = {
  // back office: the home page
  consoleOffers: { method: 'GET', path: '/api/console/offers', who: 'content' },
  consoleOfferSave: { method: 'POST', path: '/api/console/offers', who: 'content', takesKey: true },
  consoleOfferDelete: { method: 'POST', path: '/api/console/offers/:id/delete', who: 'content' },
  consolePromotions: { method: 'GET', path: '/api/console/promotions', who: 'content' },
  consolePromotionSave: { method: 'POST', path: '/api/console/promotions', who: 'content', takesKey: true },
  consolePromotionDelete: { method: 'POST', path: '/api/console/promotions/:id/delete', who: 'content' },
  consoleBanners: { method: 'GET', path: '/api/console/banners', who: 'content' },
  consoleBannerSave: { method: 'POST', path: '/api/console/banners', who: 'content', takesKey: true },
  consoleBannerDelete: { method: 'POST', path: '/api/console/banners/:id/delete', who: 'content' },
  consoleRollType: { method: 'POST', path: '/api/console/rolltype', who: 'content' },
  // back office: announcements and the owner's pages
  consoleAnnouncements: { method: 'GET', path: '/api/console/announcements', who: 'content' },
  consoleAnnouncementSave: {
    method: 'POST',
    path: '/api/console/announcements',
    who: 'content',
    mostBytes: 1_048_576,
    takesKey: true,
  },
  consolePages: { method: 'GET', path: '/api/console/pages', who: 'content' },
  consolePageSave: { method: 'POST', path: '/api/console/pages', who: 'content', mostBytes: 1_048_576, takesKey: true },
  // back office: words of mails
  consoleMailTexts: { method: 'GET', path: '/api/console/mailtexts', who: 'content' },
  consoleMailTextSave: { method: 'POST', path: '/api/console/mailtexts', who: 'content' },
  consoleMailTextPreview: { method: 'POST', path: '/api/console/mailtexts/preview', who: 'content' },
  // back office: reviews
  consoleReviews: { method: 'GET', path: '/api/console/reviews', who: 'operations' },
  consoleReviewDecide: { method: 'POST', path: '/api/console/reviews/:id', who: 'operations' },
  consoleReviewAnswer: { method: 'POST', path: '/api/console/reviews/:id/answer', who: 'operations' },
} as const satisfies Record<string, CallRow>;
