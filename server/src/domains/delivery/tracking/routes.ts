import { notFound } from '../../../kit/failure.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type App, prefersHtml, sendPage, serveAsset } from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../access/accounts/index.ts';
import { listOrderedProducts } from '../../catalog/products/index.ts';
import type { FullOrder, OrderReader } from '../../orders/orders/index.ts';
import { languageFor } from './languages.ts';
import { missingPage, refreshScript, trackingPage } from './page.ts';
import { PublicTracking } from './schema.ts';
import { publicTrackingView } from './view.ts';

interface Needs {
  guard: Guard;
  read: OrderReader;
  db: Db;
}

export function trackingRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Tracking');
  serveAsset(app, refreshScript, new URL('./assets/tracking.js', import.meta.url));
  router.get('/track/:order_id', {
    auth: 'anyone',
    operationId: 'trackOrder',
    summary: 'Track an order',
    description:
      "Needs no key: anyone who has the order ID can track it. Browsers get a page in English, German, French, Italian or Spanish: the language they ask for, or that of the destination. Everyone else gets JSON. The recipient's name and phone number are never included.",
    response: { 200: PublicTracking },
    async handler(request, reply) {
      const order = await needs.read(request.params.order_id);
      if (!prefersHtml(request)) {
        if (!order) throw notFound();
        return reply.header('vary', 'accept').send(publicTrackingView(order));
      }
      const language = languageFor(request.headers['accept-language'], order?.shipping_address.country);
      if (!order) return sendPage(reply.code(404), missingPage(language));
      return sendPage(
        reply,
        trackingPage(publicTrackingView(order), {
          language,
          isLate: order.late_since !== null,
          titles: await titlesOf(needs.db, order),
        }),
      );
    },
  });
}

async function titlesOf(db: Db, order: FullOrder): Promise<(string | null)[]> {
  const [known] = await listOrderedProducts(db, { accountId: order.account_id, world: order.world }, [order.id]);
  return (known?.products ?? []).map(({ title }) => title);
}
