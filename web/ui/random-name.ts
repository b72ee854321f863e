/** 32 random letters. `crypto.randomUUID` would be shorter, but browsers have it on https and localhost only. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
