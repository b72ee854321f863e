// Calls of admins about personal data (decisions 0495 and 0496), about keys and web hooks of other systems (0360 and 0361), and about mails
// and jobs that failed: a part of rows-desk.ts.
import type { CallRow } from './call-row.ts';

export const adminRows = {
  consoleKeys: { method: 'GET', path: '/api/console/keys', who: 'admin' },
  consoleKeyCreate: { method: 'POST', path: '/api/console/keys', who: 'admin' },
  consoleKeyReplace: { method: 'POST', path: '/api/console/keys/:id/replace', who: 'admin' },
  consoleKeyRevoke: { method: 'POST', path: '/api/console/keys/:id/revoke', who: 'admin' },
  consoleKeyLimit: { method: 'POST', path: '/api/console/keys/:id/limit', who: 'admin' },
  consoleKeyCalls: { method: 'GET', path: '/api/console/keycalls', who: 'admin' },
  consoleHooks: { method: 'GET', path: '/api/console/hooks', who: 'admin' },
  consoleHookCreate: { method: 'POST', path: '/api/console/hooks', who: 'admin' },
  consoleHookSet: { method: 'POST', path: '/api/console/hooks/:id', who: 'admin' },
  consoleHookChange: { method: 'POST', path: '/api/console/hooks/:id/change', who: 'admin' },
  consoleHookSecret: { method: 'POST', path: '/api/console/hooks/:id/secret', who: 'admin' },
  consoleHookDelete: { method: 'POST', path: '/api/console/hooks/:id/delete', who: 'admin' },
  consoleHookSendings: { method: 'GET', path: '/api/console/hooks/:id/sendings', who: 'admin' },
  consoleHookAgain: { method: 'POST', path: '/api/console/hooks/:id/again', who: 'admin' },
  consolePersons: { method: 'GET', path: '/api/console/personaldata', who: 'admin' },
  consolePersonErase: { method: 'POST', path: '/api/console/personaldata/erase', who: 'admin' },
  consoleErasureRefuse: { method: 'POST', path: '/api/console/personaldata/:id/refuse', who: 'admin' },
  consoleRetention: { method: 'GET', path: '/api/console/retention', who: 'admin' },
  consoleRetentionSave: { method: 'POST', path: '/api/console/retention', who: 'admin' },
  consoleMailTry: { method: 'POST', path: '/api/console/company/mail', who: 'admin' },
  consoleMails: { method: 'GET', path: '/api/console/mails', who: 'admin' },
  consoleMail: { method: 'GET', path: '/api/console/mails/:id', who: 'admin' },
  consoleFailedJobs: { method: 'GET', path: '/api/console/failed', who: 'admin' },
  consoleFailedJobAgain: { method: 'POST', path: '/api/console/failed/:id', who: 'admin' },
  consoleMailAgain: { method: 'POST', path: '/api/console/mails/:id/again', who: 'admin' },
} as const satisfies Record<string, CallRow>;
