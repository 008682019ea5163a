import { useState } from 'react';
import { Link } from 'wouter';
import { useChange, useData } from '../../lib/data.ts';
import { errorTextOf } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { Allowed, RoleNote } from '../../ui/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { StoreChoice } from '../../ui/store-choice.tsx';
import { notify } from '../../ui/toast.tsx';
import { restorePolicy, savePolicy } from './policy-api.ts';
import {
  type Bound,
  budgetOf,
  type FormErrors,
  formOf,
  type Policy,
  type PolicyForm,
  problemsOf,
  type Rules,
  rulesOf,
  sentencesOf,
} from './rules.ts';

export function PolicyCard({ policy, bound }: { policy: Policy; bound: Bound }) {
  const [form, setForm] = useState(() => formOf(policy));
  const [isTried, setIsTried] = useState(false);
  const restore = useChange(
    (api, saved: Policy) =>
      restorePolicy(api, bound, { before: policy, saved }).then(
        () => notify('Earlier policy restored.'),
        (error: unknown) => notify(errorTextOf(error).text, 'bad'),
      ),
    { changes: ['policies'] },
  );
  const save = useChange((api, rules: Rules) => savePolicy(api, bound, rules), {
    changes: ['policies'],
    onDone: (saved) => notify('Policy saved.', 'good', { label: 'Undo', onAct: () => restore.mutate(saved) }),
  });
  const errors = problemsOf(form);
  const isGood = Object.keys(errors).length === 0;
  const rules = isGood ? rulesOf(form, policy) : null;
  return (
    <>
      <Budgets policy={policy} />
      <Card title="Limits">
        <Form
          name={`rules ${JSON.stringify(bound)}`}
          noValidate
          onSubmit={() => {
            setIsTried(true);
            if (rules) save.mutate(rules);
          }}
        >
          <RoleNote to="putAccountPolicy" />
          <PolicyFields form={form} errors={isTried ? errors : {}} onChange={setForm} />
          {rules && (
            <Allowed to="previewPolicy">
              <Preview form={form} rules={rules} bound={bound} />
            </Allowed>
          )}
          {save.error && <ErrorNote error={save.error} />}
          <div className="policy-save">
            <Button type="submit" kind="primary" does="putAccountPolicy" isBusy={save.isPending}>
              Save policy
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}

/** How much of each limit is used. */
function Budgets({ policy }: { policy: Policy }) {
  const budgets = policy.rules.flatMap((limit) => budgetOf(limit) ?? []);
  if (budgets.length === 0) return null;
  return (
    <Card title="Usage">
      <ul className="budgets">
        {budgets.map(({ label, part, text, alert }) => (
          <li key={label}>
            <span className="budget-label">{label}</span>
            <span className="budget-words">{text}</span>
            <meter className="budget-bar" aria-label={label} min={0} max={1} high={0.8} value={part}>
              {text}
            </meter>
            {alert && <span className="budget-alert small">{alert}</span>}
          </li>
        ))}
      </ul>
      <p className="quiet small">
        Owners get an email at 50%, 80% and 100% of a limit. <Link href="/app/settings">Email settings</Link>
      </p>
    </Card>
  );
}

interface PolicyFieldsProps {
  form: PolicyForm;
  errors: FormErrors;
  onChange(form: PolicyForm): void;
}

function PolicyFields({ form, errors, onChange }: PolicyFieldsProps) {
  const amount = (name: 'perDay' | 'perOrder' | 'askAbove', label: string, hint?: string) => (
    <Input
      label={label}
      {...(hint ? { hint } : {})}
      isOptional
      before="$"
      inputMode="decimal"
      value={form[name]}
      error={errors[name]}
      onChange={(event) => onChange({ ...form, [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className="form-row">
        {amount('perDay', 'Daily limit')}
        {amount('perOrder', 'Limit per order')}
      </div>
      {amount('askAbove', 'Require approval above', 'The order waits, with funds on hold, until you approve it.')}
      <StoreChoice
        chosen={form.retailers}
        error={errors.retailers}
        onChange={(retailers) => onChange({ ...form, retailers })}
      />
      <Checkbox
        label="Require approval for the first order from a store"
        checked={form.asksNewRetailer}
        onChange={(event) => onChange({ ...form, asksNewRetailer: event.target.checked })}
      />
      <Checkbox
        label="Require approval for a new shipping address"
        checked={form.asksNewAddress}
        onChange={(event) => onChange({ ...form, asksNewAddress: event.target.checked })}
      />
      <Checkbox
        label="Freeze all purchases"
        hint="Orders that haven't been placed with the store yet are also paused until you unfreeze purchases."
        checked={form.isFrozen}
        onChange={(event) => onChange({ ...form, isFrozen: event.target.checked })}
      />
    </>
  );
}

/** What the policy would have done in the last 30 days. */
function Preview({ form, rules, bound }: { form: PolicyForm; rules: Rules; bound: Bound }) {
  const retailers = useRetailers();
  const whom = bound === null ? {} : 'group' in bound ? { group: bound.group } : { key_id: bound.keyId };
  const body = { policy: rules, ...whom };
  const preview = useData(
    ['policy-preview', JSON.stringify(body)],
    (api, options) => api.previewPolicy({ body }, options),
    {
      keepPrevious: true,
      freshFor: 60_000,
    },
  );
  if (!preview.data) return null;
  const { orders, needed_approval: asked, denied } = preview.data;
  const words =
    orders === 0
      ? 'No orders in the last 30 days to test this policy against.'
      : `Of the ${plural(orders, 'order')} in the last 30 days, ${asked} would have needed approval and ${denied} would have been denied.`;
  const nameOf = (id: string) => retailers.data?.retailers.find(({ retailer }) => retailer === id)?.display_name ?? id;
  return (
    <Note title="With this policy">
      {sentencesOf(form, nameOf).join(' ')} {words}
    </Note>
  );
}
