// The icon of a shop whose owner has none: a compass in the owner's colour.

export function drawCompass(colour = '#0f766e'): string {
  const safe = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#0f766e';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="${safe}"/>
    <path d="M22 10l-4 8-8 4 4-8z" fill="#fff"/></svg>`;
}
