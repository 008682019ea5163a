import type { ChangeAlertRuleInput, ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
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

/** A flag is on or off: only its duration can be changed. */
const isFlag = (rule: Rule): boolean => rule.unit === 'flag';

const durationText = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');

export function ruleText(rule: Rule): string {
  const words = (value: number) => withUnit(typed(value, rule), unitOf(rule).name);
  const isImmediate = rule.for_seconds === 0;
  const duration = `after ${durationText(rule.for_seconds)}`;
  if (isFlag(rule)) return `${rule.reading_label}: alerts ${isImmediate ? 'immediately' : duration}`;
  const wait = isImmediate ? 'as soon as the value is' : duration;
  return `${rule.reading_label}: alerts ${wait} ${rule.fires_when} ${words(rule.threshold)}; resolves at ${words(rule.clears_at)}`;
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
      {names
        .filter((field) => field === 'for_seconds' || !isFlag(rule))
        .map((field) => (
          <Input key={field} label={labels[field]} inputMode="decimal" {...form.field(field, refused[field])} />
        ))}
    </FormDialog>
  );
}
