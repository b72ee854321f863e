// What signing out leaves in the browser (ASVS 14.3.1): settings of the device. Everything else belongs to the person and is deleted,
// including keys that are added to the storage later.

/** The theme and the letter keys of the back office. Language and currency are cookies and stay too. */
const ofDevice = new Set(['console-theme', 'desk-keys']);

/** Searches, viewed products, quotations, travellers, found trips, opened notices; half-filled forms of this tab. */
export function forgetPerson(): void {
  forgetPasses();
  try {
    for (const key of Object.keys(localStorage)) if (!ofDevice.has(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}

/** Vouchers on the device (decision 0441, stored by server/export/pass/save-passes.js): the sign-in of another person deletes them, too. */
export const forgetPasses = (): unknown => globalThis.caches?.delete('passes').catch(() => undefined);
