// Calls of the back office about personal data (decisions 0495 and 0496): a part of rows-desk.ts.
import type { CallRow } from './call-row.ts';

export const privacyDeskRows = {
  consolePersons: { method: 'GET', path: '/api/console/personaldata', who: 'admin' },
  consolePersonErase: { method: 'POST', path: '/api/console/personaldata/erase', who: 'admin' },
  consoleErasureRefuse: { method: 'POST', path: '/api/console/personaldata/:id/refuse', who: 'admin' },
  consoleRetention: { method: 'GET', path: '/api/console/retention', who: 'admin' },
  consoleRetentionSave: { method: 'POST', path: '/api/console/retention', who: 'admin' },
} as const satisfies Record<string, CallRow>;
