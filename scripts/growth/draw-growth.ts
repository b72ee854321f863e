// A chart of times over the number of orders, both in powers of ten, as a picture that any browser and GitHub show.
export type Curve = { name: string; points: { x: number; y: number }[] };

const box = { left: 80, top: 16, width: 560, height: 320, legend: 230 };
const colours = ['#0f6e84', '#c2410c', '#4d7c0f', '#7c3aed', '#be123c', '#0369a1', '#a16207', '#475569', '#15803d'];

/** Milliseconds below 1 are drawn at 1. */
export function drawGrowth(curves: Curve[], axis: string): string {
  const all = curves.flatMap(({ points }) => points);
  const [least, most] = [
    Math.log10(Math.min(...all.map(({ x }) => x))),
    Math.log10(Math.max(...all.map(({ x }) => x))),
  ];
  const top = Math.ceil(Math.log10(Math.max(10, ...all.map(({ y }) => y))));
  const across = (x: number) => box.left + ((Math.log10(x) - least) / Math.max(0.01, most - least)) * box.width;
  const up = (y: number) => box.top + (1 - Math.log10(Math.max(1, y)) / top) * box.height;
  const text = (x: number, y: number, anchor: string, words: string) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
  const rules = Array.from({ length: top + 1 }, (_, power) => {
    const y = up(10 ** power).toFixed(1);
    return `<path d="M${box.left} ${y}h${box.width}" stroke="#d4d4d4"/>${text(box.left - 8, Number(y) + 4, 'end', `${10 ** power} ms`)}`;
  });
  const marks = [...new Set(all.map(({ x }) => x))].map((x) =>
    text(across(x), box.top + box.height + 20, 'middle', x.toLocaleString('en')),
  );
  const lines = curves.map(({ name, points }, at) => {
    const colour = colours[at % colours.length];
    const way = points
      .map(({ x, y }, index) => `${index ? 'L' : 'M'}${across(x).toFixed(1)} ${up(y).toFixed(1)}`)
      .join('');
    const dots = points.map(
      ({ x, y }) => `<circle cx="${across(x).toFixed(1)}" cy="${up(y).toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    const beside = box.left + box.width + 24;
    const row = box.top + 12 + at * 22;
    const line = `<path d="${way}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
    const mark = `<path d="M${beside} ${row - 4}h18" stroke="${colour}" stroke-width="3"/>`;
    return `${line}${mark}${text(beside + 24, row, 'start', name)}`;
  });
  const width = box.left + box.width + 24 + box.legend;
  const height = box.top + box.height + 48;
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">
<title>Milliseconds over ${axis}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...rules, ...marks, ...lines, text(box.left + box.width / 2, height - 8, 'middle', axis)].join('\n')}
</svg>
`;
}
