import { useWorld } from '../../lib/world.tsx';
import { Page } from '../../ui/page.tsx';
import { AboutCard } from './about-card.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { SecretCard } from './secret-card.tsx';
import './webhooks.css';

export function WebhooksPage() {
  const { world } = useWorld();
  return (
    <Page title="Webhooks" lead="Send order events to your apps.">
      <div className="columns">
        <div className="stack">
          <EndpointsCard key={world} />
          <DeliveriesCard />
        </div>
        <div className="stack">
          {/* Switching the mode hides the secret. */}
          <SecretCard key={world} />
          <AboutCard />
        </div>
      </div>
    </Page>
  );
}
