// Vouchers saved on the device (decision 0441) are of the person who was signed in: they go with that person, and when another comes.

/** The worker's store (server/export/pass/save-passes.js). */
export const forgetPasses = (): unknown => globalThis.caches?.delete('passes').catch(() => undefined);
