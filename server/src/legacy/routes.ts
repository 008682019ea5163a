import type { Guard } from '../domains/access/accounts/index.ts';
import type { App } from '../platform/http/index.ts';
import { createLegacyGuard, type LegacyGuard } from './guard.ts';
import { type LegacyCancellationNeeds, legacyCancellationRoutes } from './routes-cancellations.ts';
import { type LegacyCaseNeeds, legacyCaseRoutes } from './routes-cases.ts';
import { type LegacyOrderNeeds, legacyOrderRoutes } from './routes-orders.ts';
import { type LegacyProductNeeds, legacyProductRoutes } from './routes-products.ts';
import { type LegacyReturnNeeds, legacyReturnRoutes } from './routes-returns.ts';

export type LegacyNeeds = Omit<
  LegacyOrderNeeds & LegacyCancellationNeeds & LegacyCaseNeeds & LegacyProductNeeds & LegacyReturnNeeds,
  'guard'
> & {
  guard: Guard;
};

export async function legacyRoutes(app: App, needs: LegacyNeeds): Promise<void> {
  await app.register(async (scope: App) => {
    const guard: LegacyGuard = createLegacyGuard(needs.guard);
    legacyOrderRoutes(scope, { ...needs, guard });
    legacyCancellationRoutes(scope, { ...needs, guard });
    legacyCaseRoutes(scope, { ...needs, guard });
    legacyProductRoutes(scope, { ...needs, guard });
    legacyReturnRoutes(scope, { ...needs, guard });
  });
}
