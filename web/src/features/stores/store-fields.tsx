import { keysOf, oneOf } from '../../lib/fields.ts';
import { useHasPlugin } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Choices, Input, Select } from '../../ui/field.tsx';
import { type FieldsProps, Group, textField } from './form-parts.tsx';
import { accountTexts, type Kind, type KindField, kindTexts, modeTexts } from './kinds.ts';
import { More } from './more-fields.tsx';

const kindOptions = keysOf(kindTexts).map((value) => ({ value, label: kindTexts[value].label }));
/** Kinds of store that need the plug-in of the same name. */
const kindsOfPlugins = ['ucp', 'browser', 'desk'] as const;

/** All settings of a store. Rarely used ones are collapsed. */
export function StoreFields(props: FieldsProps) {
  const { form } = props;
  const { payment, settings } = kindTexts[form.kind];
  return (
    <>
      <Identity {...props} />
      <Buying {...props} />
      {form.mode === 'automatic' && form.kind !== 'desk' && <Consent {...props} />}
      {(payment.length > 0 || settings.length > 0) && (
        <Card title={`${kindTexts[form.kind].label} settings`}>
          <div className="form form-row">
            <Group {...props} group="payment" fields={payment} />
            <Group {...props} group="settings" fields={settings} />
          </div>
        </Card>
      )}
      <LogIn {...props} />
      <Limits {...props} />
      <More {...props} />
    </>
  );
}

function Identity(props: FieldsProps) {
  const { form, isNew, onChange } = props;
  const hasPlugin = useHasPlugin();
  const isKnown = (kind: Kind): boolean => {
    const plugin = oneOf(kindsOfPlugins, kind);
    return plugin === undefined || hasPlugin(plugin);
  };
  const chooseKind = (kind: Kind) => {
    const { modes } = kindTexts[kind];
    onChange({ ...form, kind, mode: modes.includes(form.mode) ? form.mode : (modes[0] ?? form.mode) });
  };
  return (
    <Card title="Store">
      <div className="form">
        {isNew && (
          <div className="form-row">
            <Input
              label="Name"
              hint="Used in the API. Lowercase letters, digits and dashes."
              required
              maxLength={64}
              {...textField(props, 'name')}
            />
            <Select
              label="Kind"
              options={kindOptions.filter(({ value }) => isKnown(value))}
              value={form.kind}
              error={props.errors.kind}
              onChoose={chooseKind}
            />
          </div>
        )}
        <Input
          label="Storefront URL"
          hint={
            form.kind === 'desk' ? 'Leave empty to buy from any URL.' : 'Products under this URL belong to this store.'
          }
          type="url"
          required={form.kind !== 'desk'}
          isOptional={form.kind === 'desk'}
          maxLength={300}
          {...textField(props, 'url')}
        />
        {isNew && (
          <Choices
            label="Mode"
            name="world"
            value={form.world}
            options={[
              { value: 'live', label: 'Live' },
              { value: 'test', label: 'Sandbox' },
            ]}
            onChoose={(world) => onChange({ ...form, world })}
          />
        )}
      </div>
    </Card>
  );
}

function Buying(props: FieldsProps) {
  const { form, errors, onChange } = props;
  const { modes, canLogIn } = kindTexts[form.kind];
  const policies = keysOf(accountTexts).map((value) => ({ value, label: accountTexts[value].label }));
  return (
    <Card title="Buying">
      <div className="form">
        <Choices
          label="Purchase mode"
          name="mode"
          value={form.mode}
          options={modes.map((value) => ({ value, label: modeTexts[value].label }))}
          onChoose={(mode) => onChange({ ...form, mode })}
        />
        <p className="quiet small">{modeTexts[form.mode].hint}</p>
        {errors.mode && <p className="field-error">{errors.mode}</p>}
        {canLogIn && (
          <>
            <Choices
              label="Account"
              name="accounts"
              value={form.accounts}
              options={policies}
              onChoose={(accounts) => onChange({ ...form, accounts })}
            />
            <p className="quiet small">{accountTexts[form.accounts].hint}</p>
            {errors.accounts && <p className="field-error">{errors.accounts}</p>}
          </>
        )}
        <Input
          label="Email given to the store"
          hint="Receives confirmations and tracking numbers."
          isOptional
          type="email"
          {...textField(props, 'contact')}
        />
      </div>
    </Card>
  );
}

function Consent(props: FieldsProps) {
  return (
    <Card title="Permission">
      <div className="form-row">
        <Input
          label="Allowed by"
          hint="The merchant and a contact person."
          required
          maxLength={200}
          {...textField(props, 'consentBy', 'consent.by')}
        />
        <Input label="Date" type="date" required {...textField(props, 'consentOn', 'consent.on')} />
      </div>
    </Card>
  );
}

function LogIn(props: FieldsProps) {
  const { form, errors, kept, onChange } = props;
  const { canLogIn, secrets } = kindTexts[form.kind];
  if (!canLogIn && secrets.length === 0) return null;
  const logIn: KindField[] = [{ name: 'email', label: 'Account email' }];
  const password: KindField[] = [
    { name: 'password', label: 'Password' },
    {
      name: 'totp_secret',
      label: 'Authenticator secret',
      hint: 'Base32. Only if the account uses two-factor authentication.',
    },
  ];
  return (
    <Card title="Login and tokens">
      <div className="form">
        <p className="quiet small">Stored encrypted and never shown again.</p>
        {kept.length > 0 && (
          <Checkbox
            label="Replace stored values"
            hint={`Stored: ${kept.join(', ')}. All values are replaced together.`}
            checked={form.replacesSecrets}
            onChange={(event) => onChange({ ...form, replacesSecrets: event.target.checked, secrets: {} })}
          />
        )}
        {form.replacesSecrets && (
          <div className="form-row">
            {canLogIn && <Group {...props} group="secrets" fields={logIn} />}
            {canLogIn && <Group {...props} group="secrets" fields={password} isSecret />}
            <Group {...props} group="secrets" fields={secrets} isSecret />
          </div>
        )}
        {errors.credentials && <p className="field-error">{errors.credentials}</p>}
      </div>
    </Card>
  );
}

function Limits(props: FieldsProps) {
  const number = { inputMode: 'numeric' as const, required: true, maxLength: 5 };
  return (
    <Card title="Limits">
      <div className="form-row">
        <Input
          label="Concurrent sessions"
          hint="Across all processes."
          {...number}
          {...textField(props, 'atOnce', 'limits.at_once')}
        />
        <Input
          label="Requests per minute"
          hint="Across all processes."
          {...number}
          {...textField(props, 'perMinute', 'limits.per_minute')}
        />
        <Input
          label="Response timeout (seconds)"
          {...number}
          {...textField(props, 'timeoutSeconds', 'limits.timeout_seconds')}
        />
        <Input
          label="Check orders every"
          hint="For example, 30m or 2h."
          required
          {...textField(props, 'trackEvery', 'track_every')}
        />
      </div>
      <div className="form-row">
        <Input
          label="Brand"
          hint="Only if several stores share a brand, such as amazon."
          {...textField(props, 'brand', 'brand')}
        />
        <Input
          label="Priority"
          hint="If several stores share a brand, Errand buys from the available store with the lowest number. Leave empty to rank by kind."
          {...textField(props, 'priority', 'priority')}
        />
      </div>
    </Card>
  );
}
