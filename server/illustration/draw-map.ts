export function drawMap(input: { lat: number; lng: number; width: number; height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${input.width}" height="${input.height}"><rect width="100%" height="100%" fill="#cde"/></svg>`;
}
