import { useState } from 'react';
import type { ChangeAlertRuleInput, ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { formatNumber } from '../../lib/format.ts';
import { Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

type Rule = ListAlertsOutput['rules'][number];

/** How a unit is typed by people: large ones in their thousands. */
const units: Record<string, { name: string; size: number }> = {
  bytes: { name: 'GiB', size: 1024 ** 3 },
  cents: { name: '$', size: 100 },
  seconds: { name: 'seconds', size: 1 },
  minutes: { name: 'minutes', size: 1 },
};
const unitOf = (rule: Rule) => units[rule.unit] ?? { name: '', size: 1 };
const typed = (value: number, rule: Rule): string => String(Math.round((value / unitOf(rule).size) * 100) / 100);

const withUnit = (value: string, name: string): string =>
  name === '$' ? `$${value}` : name === '' ? value : `${value} ${name}`;

export function ruleWords(rule: Rule): string {
  const words = (value: number) => withUnit(typed(value, rule), unitOf(rule).name);
  const wait = rule.for_seconds === 0 ? 'at once' : `after ${formatNumber(rule.for_seconds)} s`;
  return `${rule.reading_label}: ${rule.fires_when} ${words(rule.threshold)}, ${wait}; well again at ${words(rule.clears_at)}`;
}

const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
};

export function RuleDialog({ rule, onClose }: { rule: Rule; onClose(): void }) {
  const [threshold, setThreshold] = useState(typed(rule.threshold, rule));
  const [clears, setClears] = useState(typed(rule.clears_at, rule));
  const [wait, setWait] = useState(String(rule.for_seconds));
  const [isTried, setIsTried] = useState(false);
  const { name, size } = unitOf(rule);
  const change = useChange<ChangeAlertRuleInput['body']>((api, body) => api.changeAlertRule({ rule: rule.id, body }), {
    changes: ['operator-alerts', 'operator-audit'],
    onDone() {
      notify('The rule is changed.');
      onClose();
    },
  });
  const refused = fieldErrorsOf(change.error);
  const submit = () => {
    setIsTried(true);
    const [bound, clear, seconds] = [numberOf(threshold), numberOf(clears), numberOf(wait)];
    if (bound === null || clear === null || seconds === null) return;
    change.mutate({ threshold: bound * size, clears_at: clear * size, for_seconds: Math.round(seconds) });
  };
  const problem = (text: string) => (isTried && numberOf(text) === null ? 'Write a number.' : undefined);
  return (
    <FormDialog
      title={rule.title}
      lead={rule.reading_label}
      action="Change it"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label={`Fires ${rule.fires_when} ${name && `(${name})`}`}
        inputMode="decimal"
        value={threshold}
        error={problem(threshold) ?? refused.threshold}
        onChange={(event) => setThreshold(event.target.value)}
      />
      <Input
        label={`Well again at ${name && `(${name})`}`}
        inputMode="decimal"
        value={clears}
        error={problem(clears) ?? refused.clears_at}
        onChange={(event) => setClears(event.target.value)}
      />
      <Input
        label="For how long, in seconds"
        inputMode="numeric"
        value={wait}
        error={problem(wait) ?? refused.for_seconds}
        onChange={(event) => setWait(event.target.value)}
      />
    </FormDialog>
  );
}
