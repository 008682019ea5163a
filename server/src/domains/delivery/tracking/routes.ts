import { notFound } from '../../../kit/failure.ts';
import { type App, prefersHtml, sendPage, serveAsset } from '../../../platform/http/index.ts';
import { errors, validationError } from '../../../wire/index.ts';
import type { Guard } from '../../access/accounts/index.ts';
import { OrderPath, type OrderReader } from '../../orders/orders/index.ts';
import { languageFor } from './languages.ts';
import { missingPage, refreshScript, trackingPage } from './page.ts';
import { PublicTracking } from './schema.ts';
import { publicView } from './view.ts';

export function trackingRoutes(app: App, needs: { guard: Guard; read: OrderReader }): void {
  serveAsset(app, refreshScript, new URL('./assets/tracking.js', import.meta.url));
  app.get(
    '/track/:order_id',
    {
      onRequest: needs.guard.anyone,
      schema: {
        operationId: 'trackOrder',
        tags: ['Tracking'],
        summary: 'Where a parcel is, for anyone who holds the order id',
        description:
          'No key is needed: the id is the key. A browser gets a page in its language (English, German, French or Spanish), everybody else JSON.',
        security: [],
        params: OrderPath,
        response: {
          200: PublicTracking,
          422: validationError,
          ...errors('not_found', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request, reply) => {
      const order = await needs.read(request.params.order_id);
      if (!prefersHtml(request)) {
        if (!order) throw notFound();
        return reply.header('vary', 'accept').send(publicView(order));
      }
      const language = languageFor(request.headers['accept-language']);
      if (!order) return sendPage(reply.code(404), missingPage(language));
      return sendPage(reply, trackingPage(publicView(order), language)) as never;
    },
  );
}
