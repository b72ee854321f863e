// Draws a chart with Recharts: vertical bars with labels below, or horizontal bars with labels beside them.
import { useState } from 'react';
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { shortenLabel } from '../ui/shorten-label.ts';

export type ChartBar = {
  key: string;
  label: string;
  value: number;
  /** The value as text. */
  text: string;
};

export type BarChartProps = { bars: ChartBar[]; lying?: boolean; onPick?(key: string): void };

const words = { fill: 'var(--quiet)', fontSize: 12 };
/** Of labels beside bars: two fifths of the chart, within these bounds; a letter takes some eight pixels. */
const [leastLabel, mostLabel, perLetter] = [120, 240, 8];
const labelIn = (chart: number) => Math.min(mostLabel, Math.max(leastLabel, chart * 0.4));
/** A value above zero is always visible, however small it is; zero is not drawn. */
const leastHeight = (value: unknown) => (value ? 2 : 0);

export default function DrawBars({ bars, lying = false, onPick }: BarChartProps) {
  const [chart, setChart] = useState(0);
  const label = labelIn(chart);
  const pick = ({ payload }: { payload?: ChartBar }) => payload && onPick?.(payload.key);
  return (
    <ResponsiveContainer width="100%" height="100%" onResize={setChart}>
      <BarChart
        data={bars}
        layout={lying ? 'vertical' : 'horizontal'}
        margin={{ top: 4, right: 4, bottom: 0, left: 4 }}
        accessibilityLayer={false}
      >
        {lying ? (
          <>
            <XAxis type="number" hide />
            <YAxis
              type="category"
              dataKey="label"
              width={label}
              tick={words}
              tickFormatter={(text: string) => shortenLabel(text, label / perLetter)}
              tickLine={false}
              axisLine={false}
            />
          </>
        ) : (
          <>
            <XAxis dataKey="label" tick={words} tickLine={false} stroke="var(--line)" minTickGap={24} />
            <YAxis hide />
          </>
        )}
        <Tooltip content={Label} cursor={{ fill: 'var(--tint)' }} isAnimationActive={false} />
        <Bar
          dataKey="value"
          fill="var(--brand)"
          radius={2}
          minPointSize={leastHeight}
          className="cursor-pointer"
          isAnimationActive={false}
          onClick={pick}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

type LabelProps = { active?: boolean; payload?: readonly { payload?: ChartBar }[] };

function Label({ active, payload }: LabelProps) {
  const bar = active ? payload?.[0]?.payload : undefined;
  if (!bar) return null;
  return (
    <p className="rounded-lg border border-line bg-surface px-3 py-2 text-sm text-ink shadow-card">
      {bar.label}: <strong className="tabular-nums">{bar.text}</strong>
    </p>
  );
}
