/** `headers` of a page whose address may contain a key: it is not cached, not indexed, and sends no referrer. */
export function secretHeaders() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
}
