import type { ChangeAlertRuleInput, ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { formatNumber } from '../../lib/format.ts';
import { Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTexts } from '../../ui/use-texts.ts';

type Rule = ListAlertsOutput['rules'][number];

/** Units as people type them: GiB for bytes, dollars for cents. */
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

export function ruleText(rule: Rule): string {
  const words = (value: number) => withUnit(typed(value, rule), unitOf(rule).name);
  const limit = `${rule.fires_when} ${words(rule.threshold)}`;
  const alerts = rule.for_seconds === 0 ? `immediately ${limit}` : `${limit} for ${formatNumber(rule.for_seconds)} s`;
  return `${rule.reading_label}: alerts ${alerts}; resolves at ${words(rule.clears_at)}`;
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));
const names = ['threshold', 'clears_at', 'for_seconds'] as const;

export function RuleDialog({ rule, onClose }: { rule: Rule; onClose(): void }) {
  const { name, size } = unitOf(rule);
  const form = useTexts(
    {
      threshold: typed(rule.threshold, rule),
      clears_at: typed(rule.clears_at, rule),
      for_seconds: String(rule.for_seconds),
    },
    (texts) =>
      Object.fromEntries(
        names.filter((field) => !Number.isFinite(numberOf(texts[field]))).map((field) => [field, 'Enter a number.']),
      ),
  );
  const change = useChange<ChangeAlertRuleInput['body']>((api, body) => api.changeAlertRule({ rule: rule.id, body }), {
    changes: ['operator-alerts', 'operator-audit'],
    onDone() {
      notify('Rule saved.');
      onClose();
    },
  });
  const refused = fieldErrorsOf(change.error);
  const submit = () =>
    change.mutate({
      threshold: numberOf(form.typed.threshold) * size,
      clears_at: numberOf(form.typed.clears_at) * size,
      for_seconds: Math.round(numberOf(form.typed.for_seconds)),
    });
  const labels = {
    threshold: `Fires ${rule.fires_when} ${name && `(${name})`}`,
    clears_at: `Resolves at ${name && `(${name})`}`,
    for_seconds: 'Minimum duration (seconds)',
  };
  return (
    <FormDialog
      title={rule.title}
      lead={rule.reading_label}
      action="Save"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => form.attempt(submit)}
      onClose={onClose}
    >
      {names.map((field) => (
        <Input key={field} label={labels[field]} inputMode="decimal" {...form.field(field, refused[field])} />
      ))}
    </FormDialog>
  );
}
