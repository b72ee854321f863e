// Vouchers saved on the device (decision 0441) belong to the signed-in person: sign-out and the sign-in of another person delete them.

/** The worker's store (server/export/pass/save-passes.js). */
export const forgetPasses = (): unknown => globalThis.caches?.delete('passes').catch(() => undefined);
