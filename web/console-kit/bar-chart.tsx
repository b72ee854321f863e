// A bar chart. It is drawn after the page: its library is large and needs a browser, and a table shows the same figures.
import { lazy, Suspense, useEffect, useState } from 'react';
import type { BarChartProps } from './draw-bars.tsx';

const DrawBars = lazy(() => import('./draw-bars.tsx'));

export function BarChart(props: BarChartProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const height = props.lying ? Math.max(props.bars.length, 1) * 28 : 180;
  // The space is reserved before the chart is drawn, so that nothing moves. For mouse and eyes only: the table has the same figures.
  return (
    <div aria-hidden="true" style={{ height }}>
      {ready && (
        <Suspense>
          <DrawBars {...props} />
        </Suspense>
      )}
    </div>
  );
}
