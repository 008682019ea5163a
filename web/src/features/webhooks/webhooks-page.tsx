import { useWorld } from '../../lib/world.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AboutCard } from './about-card.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { EndpointsCard, useEndpoints } from './endpoints-card.tsx';
import { SecretCard } from './secret-card.tsx';
import './webhooks.css';

export function WebhooksPage() {
  const { world } = useWorld();
  // Any number of endpoints moves the deliveries down, so both appear together.
  const endpoints = useEndpoints();
  return (
    <Page title="Webhooks" lead="Send order events to your apps.">
      <div className="columns">
        <div className="stack">
          {endpoints.isLoading ? (
            <Skeleton height={900} />
          ) : (
            <>
              <EndpointsCard key={world} />
              <DeliveriesCard />
            </>
          )}
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
