import { useParams } from 'wouter';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { useWorld } from '../../lib/world.tsx';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { RetailerNumbers } from '../../ui/retailer-numbers.tsx';
import { SwitchDialog } from './retailers-page.tsx';

/** One retailer or store in the current mode: its results, and its switch. */
export function OperatorRetailerPage() {
  const { retailer = '' } = useParams();
  const name = decodeURIComponent(retailer);
  const { world } = useWorld();
  const [dialog, setDialog] = useQueryParam('dialog');
  const list = useData(['operator-retailers'], (api, options) => api.listAllRetailers({}, options), {
    refresh: 15_000,
  });
  const own = list.data?.retailers.find((one) => one.retailer === name && one.world === world);
  return (
    <Page
      title={own?.display_name ?? name}
      heading={
        <>
          <span className="break">{own?.display_name ?? name}</span>
          {own && (own.enabled ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Disabled</Badge>)}
          <WorldBadge world={world} />
        </>
      }
      lead={own && !own.enabled && own.reason ? <p className="break">Disabled: {own.reason}</p> : undefined}
      back={{ to: '/app/operator/retailers', label: 'Retailers' }}
      actions={
        own?.connector != null && (
          <Button kind={own.enabled ? 'plain' : 'primary'} onClick={() => setDialog('switch')}>
            {own.enabled ? 'Disable' : 'Enable'}
          </Button>
        )
      }
    >
      <RetailerNumbers retailer={name} world={world} />
      {dialog === 'switch' && own && <SwitchDialog retailer={own} onClose={() => setDialog(null)} />}
    </Page>
  );
}
