// What signing out leaves in the browser (ASVS 14.3.1): settings of the device. Everything else belongs to the person, also what is added
// to the storage one day without a thought of this file.
import { forgetPasses } from './forget-passes.ts';

/** The look and the letter keys of the back office. Language and currency are cookies and stay too. */
const ofDevice = new Set(['console-theme', 'desk-keys']);

/** Searches, products seen, quotations, travellers, found trips, opened notices; forms half filled in of this tab. */
export function forgetPerson(): void {
  forgetPasses();
  try {
    for (const key of Object.keys(localStorage)) if (!ofDevice.has(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}
