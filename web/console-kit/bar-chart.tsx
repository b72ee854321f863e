// A chart of bars. The drawing comes after the page: its library is large, needs a browser, and what it shows is also in a table.
import { lazy, Suspense, useEffect, useState } from 'react';
import type { BarChartProps } from './draw-bars.tsx';

const DrawBars = lazy(() => import('./draw-bars.tsx'));

export function BarChart(props: BarChartProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const height = props.lying ? Math.max(props.bars.length, 1) * 28 : 180;
  // The room is there before the drawing, so that nothing moves when it comes. Mice and eyes alone: the table says the same.
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
