import { useOpenDialog, useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { readPolicy } from './policy-api.ts';
import { PolicyCard } from './policy-card.tsx';
import type { Bound } from './rules.ts';
import './policies.css';

const account = 'account';
const groupPrefix = 'group:';

/** Spending policies for the account, key groups and keys. */
export function PoliciesPage() {
  const { world } = useWorld();
  const [part, setPart] = useQueryParam('key');
  const subject = part ?? account;
  const keys = useData(['keys', 'all'], (api, options) => api.listKeys({ limit: 200, offset: 0 }, options));
  const own = (keys.data?.keys ?? []).filter((key) => key.world === world && key.revoked_at === null);
  const grouped = useData(['key-groups'], (api, options) => api.listKeyGroups(options));
  const groups = grouped.data?.groups ?? [];
  const values = [...own.map(({ id }) => id), ...groups.map(({ name }) => groupPrefix + name)];
  const chosen = values.includes(subject) ? subject : account;
  const chosenGroup = groups.find(({ name }) => groupPrefix + name === chosen) ?? null;
  const [asked, ask, close] = useOpenDialog('group', ['new', 'change']);
  return (
    <Page
      title="Spending policies"
      lead="Limit what can be bought without approval. API keys can read the policies that apply to them but can't change them."
      isNarrow
    >
      <Card>
        <Select
          label="Policy for"
          value={chosen}
          onChange={(event) => setPart(event.target.value === account ? null : event.target.value)}
          options={[
            { value: account, label: 'Entire account' },
            ...groups.map(({ name, key_ids: ids }) => ({
              value: groupPrefix + name,
              label: `Group “${name}” (${plural(ids.length, 'key')})`,
            })),
            ...own.map((key) => ({ value: key.id, label: `Key “${key.label}” …${key.hint}` })),
          ]}
        />
        <div className="policy-groups">
          {chosenGroup && <Button onClick={() => ask('change', chosenGroup.name)}>Edit keys</Button>}
          {own.length > 0 && <Button onClick={() => ask('new', '')}>New key group</Button>}
        </div>
      </Card>
      {asked && keys.data && grouped.data && (
        <GroupDialog
          group={groups.find(({ name }) => asked.act === 'change' && name === asked.about) ?? null}
          keys={own}
          onClose={close}
          onSaved={(name) => {
            close();
            setPart(name === null ? null : groupPrefix + name);
          }}
        />
      )}
      <PolicyOf key={`${world} ${chosen}`} bound={boundOf(chosen)} />
    </Page>
  );
}

function boundOf(chosen: string): Bound {
  if (chosen === account) return null;
  return chosen.startsWith(groupPrefix) ? { group: chosen.slice(groupPrefix.length) } : { keyId: chosen };
}

function PolicyOf({ bound }: { bound: Bound }) {
  const policy = useData(['policies', JSON.stringify(bound)], (api, options) => readPolicy(api, bound, options));
  return <Loaded data={policy}>{(value) => <PolicyCard key={value.version} policy={value} bound={bound} />}</Loaded>;
}
