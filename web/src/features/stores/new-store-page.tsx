import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { ProbeStoreOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { kindTexts } from './kinds.ts';
import { StoreFields } from './store-fields.tsx';
import { bodyOf, emptyStore, formOfProbe, problemsOf, type StoreForm } from './store-form.ts';
import { storePath } from './stores-page.tsx';
import { useFirstProblem } from './use-first-problem.ts';
import './stores.css';
import { Form } from '../../ui/form.tsx';

/** Asks for the URL, inspects the shop, then asks for the rest. */
export function NewStorePage() {
  // The URL to inspect; empty to fill in the form by hand.
  const [shop, setShop] = useQueryParam('shop');
  const [form, setForm] = useState<StoreForm | null>(shop === '' ? emptyStore : null);
  const [found, setFound] = useState<ProbeStoreOutput | null>(null);
  return (
    <Page title="Add a store" back={{ to: '/app/operator/stores', label: 'Stores' }} isNarrow>
      <ProbeCard
        shop={shop ?? ''}
        onLook={setShop}
        onFound={(answer) => {
          setFound(answer);
          setForm(formOfProbe(answer));
        }}
        onSkip={() => {
          setShop('');
          setFound(null);
          setForm(emptyStore);
        }}
      />
      {found && <Finding found={found} />}
      {form && <NewStore form={form} onChange={setForm} />}
    </Page>
  );
}

interface ProbeCardProps {
  shop: string;
  onLook(shop: string): void;
  onFound(found: ProbeStoreOutput): void;
  onSkip(): void;
}

function ProbeCard({ shop, onLook, onFound, onSkip }: ProbeCardProps) {
  const [url, setUrl] = useState(shop);
  const probe = useChange<string, ProbeStoreOutput>((api, address) => api.probeStore({ body: { url: address } }), {
    onDone: onFound,
  });
  const submit = () => {
    const typed = url.trim();
    if (typed === '') return;
    const address = /^https?:\/\//.test(typed) ? typed : `https://${typed}`;
    onLook(address);
    probe.mutate(address);
  };
  // The result of the inspection is not kept, so the page inspects again after Back.
  const lookAgain = useEffectEvent(() => {
    if (shop !== '') probe.mutate(shop);
  });
  useEffect(() => lookAgain(), []);
  return (
    <Card title="Store">
      <Form name="address" onSubmit={submit}>
        <Input
          label="Store URL"
          hint="Any page on the store's site. Errand detects the store's platform and currency. It doesn't change anything on the site."
          placeholder="https://shop.example.com"
          inputMode="url"
          autoComplete="off"
          required
          value={url}
          error={fieldErrorsOf(probe.error).url}
          onChange={(event) => setUrl(event.target.value)}
        />
        {probe.error && <ErrorNote error={probe.error} />}
        <Actions>
          <Button onClick={onSkip}>Enter manually</Button>
          <Button type="submit" kind="primary" icon="search" isBusy={probe.isPending}>
            Detect
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}

function Finding({ found }: { found: ProbeStoreOutput }) {
  if (!found.reachable) {
    return (
      <Note tone="warn" title="The store isn't responding">
        Check the URL and try again, or enter the store manually.
      </Note>
    );
  }
  if (found.kind === null) {
    return (
      <Note tone="warn" title="Platform not recognized">
        Choose the kind yourself, <a href="/docs/recipes">write a recipe</a>, or choose Desk to have an operator place
        the orders. Desk works with any store.
      </Note>
    );
  }
  return (
    <Note tone="good" title={`${found.display_name ?? found.url}: ${kindTexts[found.kind].label} store`}>
      {found.missing.length > 0 && (
        <>
          <p>Still needed:</p>
          <ul className="store-missing">
            {found.missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </Note>
  );
}

function NewStore({ form, onChange }: { form: StoreForm; onChange(form: StoreForm): void }) {
  const [tries, setTries] = useState(0);
  const [, goTo] = useLocation();
  const add = useChange<StoreForm, { name: string }>((api, typed) => api.addStore({ body: bodyOf(typed) }), {
    changes: ['operator-stores', 'operator-retailers', 'operator-audit', 'retailers'],
    onDone({ name }) {
      notify(`${name} connected. Run a check before the first order.`);
      goTo(storePath(name));
    },
  });
  const problems = tries > 0 ? problemsOf(form) : {};
  const errors = { ...fieldErrorsOf(add.error), ...problems };
  const element = useFirstProblem(tries, add.error);
  const submit = () => {
    setTries(tries + 1);
    if (Object.keys(problemsOf(form)).length === 0) add.mutate(form);
  };
  return (
    <Form name="new" ref={element} className="stack" noValidate onSubmit={submit}>
      <StoreFields form={form} errors={errors} isNew kept={[]} onChange={onChange} />
      {add.error && <ErrorNote error={add.error} />}
      <Actions>
        <Button type="submit" kind="primary" isBusy={add.isPending}>
          Add store
        </Button>
      </Actions>
    </Form>
  );
}
