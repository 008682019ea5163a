import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './steps.css';

export interface Step {
  name: string;
  state: 'done' | 'current' | 'todo' | 'failed';
  note?: ReactNode;
}

const stateLabels = { done: 'done', current: 'now', todo: 'upcoming', failed: 'failed' };

export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.name}
          className={`step step-${step.state}`}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="step-dot">
            {step.state === 'done' && <Icon name="check" size={14} />}
            {step.state === 'failed' && <Icon name="close" size={14} />}
          </span>
          <span className="step-name">
            {step.name}
            <span className="hidden"> ({stateLabels[step.state]})</span>
          </span>
          {step.note && <span className="step-note">{step.note}</span>}
        </li>
      ))}
    </ol>
  );
}
