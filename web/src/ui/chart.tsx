import { useId, useState } from 'react';
import type { Tone } from '../lib/words.ts';
import './chart.css';

export interface Bar {
  label: string;
  value: number;
}

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  format(value: number): string;
  /** What is said while no bar is pointed at. */
  summary?: string;
  height?: number;
}

const gap = 0.28;

/** One bar for each day or thing. Pointing at a bar tells its value; screen readers get a table. */
export function BarChart({ label, bars, format, summary, height = 140 }: BarChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(...bars.map((bar) => bar.value), 1);
  const pointed = at === null ? undefined : bars[at];
  return (
    <figure className="chart">
      <figcaption className="chart-caption" aria-hidden="true">
        {pointed ? `${pointed.label}: ${format(pointed.value)}` : (summary ?? label)}
      </figcaption>
      <svg
        className="chart-bars"
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        height={height}
        aria-hidden="true"
        onPointerLeave={() => setAt(null)}
      >
        {bars.map((bar, index) => {
          const size = bar.value <= 0 ? 1 : Math.max(3, (bar.value / most) * 100);
          return (
            <g key={bar.label} onPointerEnter={() => setAt(index)} className={index === at ? 'chart-at' : undefined}>
              <rect className="chart-hit" x={index} y={0} width={1} height={100} />
              <rect
                className={bar.value <= 0 ? 'chart-none' : 'chart-bar'}
                x={index + gap / 2}
                y={100 - size}
                width={1 - gap}
                height={size}
              />
            </g>
          );
        })}
      </svg>
      <div className="chart-ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <ChartTable label={label} bars={bars} format={format} />
    </figure>
  );
}

function ChartTable({ label, bars, format }: Pick<BarChartProps, 'label' | 'bars' | 'format'>) {
  return (
    <table className="hidden">
      <caption>{label}</caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            <td>{format(bar.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The course of something in the space of a word. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const id = useId();
  const most = Math.max(...values, 1);
  const step = 100 / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(2)},${(27 - (value / most) * 24).toFixed(2)}`);
  return (
    <svg className="sparkline" viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-labelledby={id}>
      <title id={id}>{label}</title>
      <polygon points={`0,30 ${points.join(' ')} 100,30`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}

export interface Share {
  name: string;
  value: number;
  tone: Tone;
}

/** How a whole is made up: one bar, and a legend that can be read without colours. */
export function ShareBar({ label, shares }: { label: string; shares: readonly Share[] }) {
  const total = shares.reduce((sum, share) => sum + share.value, 0);
  let start = 0;
  return (
    <svg className="share-bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={label}>
      {shares.map((share) => {
        const width = total === 0 ? 0 : (share.value / total) * 100;
        const x = start;
        start += width;
        return <rect key={share.name} className={`share-${share.tone}`} x={x} y={0} width={width} height={4} />;
      })}
    </svg>
  );
}
