import { type KeyboardEvent, useId, useState } from 'react';
import type { Tone } from '../lib/labels.ts';
import './chart.css';

export interface Bar {
  label: string;
  /** Null: no data. */
  value: number | null;
}

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  format(value: number): string;
  /** Shown while no bar is selected. */
  summary?: string;
  /** The top of the axis. By default, a round number above every bar. */
  max?: number;
  height?: number;
}

const gap = 0.28;

const barText = ({ value }: Bar, format: (value: number) => string): string =>
  value === null ? 'none' : format(value);

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A round number above every bar, for the axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const most = [1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10;
  return most * power;
}

/** A bar chart. The pointer and the arrow keys show values. Screen readers get a table. */
export function BarChart({ label, bars, format, summary, max, height = 140 }: BarChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const most = max ?? roundUp(Math.max(...bars.map((bar) => bar.value ?? 0), 1));
  const pointed = at === null ? undefined : bars[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(at === null ? bars.length - 1 : step(at, bars.length));
  };
  return (
    <figure className="chart">
      <figcaption className="chart-caption" aria-live="polite">
        {pointed ? `${pointed.label}: ${barText(pointed, format)}` : (summary ?? label)}
      </figcaption>
      <div className="chart-plot">
        <div className="chart-axis" aria-hidden="true">
          {[most, most / 2, 0].map((value) => (
            // Leave out the middle label if it reads like the top one.
            <span key={value}>{value === most / 2 && format(value) === format(most) ? '' : format(value)}</span>
          ))}
        </div>
        <div
          className="chart-focus"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its values.
          tabIndex={0}
          role="img"
          aria-label={`${label}. Use the arrow keys to read the values.`}
          onKeyDown={onKeyDown}
          onBlur={() => setAt(null)}
        >
          <Bars bars={bars} max={most} at={at} height={height} onPoint={setAt} />
        </div>
      </div>
      <div className="chart-ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars[Math.floor(bars.length / 2)]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <ChartTable label={label} bars={bars} format={format} />
    </figure>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  max: number;
  at: number | null;
  height: number;
  onPoint(at: number | null): void;
}

function Bars({ bars, max, at, height, onPoint }: BarsProps) {
  return (
    <svg
      className="chart-bars"
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
      height={height}
      aria-hidden="true"
      onPointerLeave={() => onPoint(null)}
    >
      {[0, 50].map((y) => (
        <line key={y} className="chart-line" x1={0} x2={bars.length} y1={y} y2={y} />
      ))}
      {bars.map((bar, index) => {
        const value = bar.value ?? 0;
        const size = value <= 0 ? 1 : Math.max(1.5, (value / max) * 100);
        return (
          <g key={bar.label} onPointerEnter={() => onPoint(index)} className={index === at ? 'chart-at' : undefined}>
            <rect className="chart-hit" x={index} y={0} width={1} height={100} />
            <rect
              className={value <= 0 ? 'chart-none' : 'chart-bar'}
              x={index + gap / 2}
              y={100 - size}
              width={1 - gap}
              height={size}
            />
          </g>
        );
      })}
    </svg>
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
            <td>{barText(bar, format)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A small line chart without labels. */
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

/** Shares of a whole in one bar. */
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
