import { useAddressPart } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { useWorld } from '../../lib/world.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { PolicyCard } from './policy-card.tsx';
import './policies.css';

const account = 'account';

/** What may be bought without asking: for the whole account, or for one key. */
export function PoliciesPage() {
  const { world } = useWorld();
  const [part, setPart] = useAddressPart('key');
  const subject = part ?? account;
  const keys = useData(['keys', 'all'], (api, options) => api.listKeys({ limit: 200, offset: 0 }, options));
  const own = (keys.data?.keys ?? []).filter((key) => key.world === world && key.revoked_at === null);
  const chosen = own.some((key) => key.id === subject) ? subject : account;
  return (
    <Page
      title="Spending rules"
      lead="What may be bought without asking you. A key can read the rules that bind it, and never change them."
      isNarrow
    >
      <Card>
        <Select
          label="Rules for"
          value={chosen}
          onChange={(event) => setPart(event.target.value === account ? null : event.target.value)}
          options={[
            { value: account, label: 'The whole account' },
            ...own.map((key) => ({ value: key.id, label: `Key “${key.label}” …${key.hint}` })),
          ]}
        />
      </Card>
      <PolicyOf key={`${world} ${chosen}`} keyId={chosen === account ? null : chosen} />
    </Page>
  );
}

const noPolicy = {
  id: null,
  scope: 'key' as const,
  subject: null,
  version: 0,
  rules: [],
  updated_by: null,
  created_at: null,
  updated_at: null,
};

function PolicyOf({ keyId }: { keyId: string | null }) {
  const policy = useData(['policies', keyId ?? account], async (api, options) => {
    if (keyId === null) return api.getAccountPolicy(options);
    return api.getKeyPolicy({ id: keyId }, options).catch((error: { status?: number }) => {
      if (error.status === 404) return noPolicy;
      throw error;
    });
  });
  return <Loaded data={policy}>{(value) => <PolicyCard key={value.version} policy={value} keyId={keyId} />}</Loaded>;
}
