import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import { type App, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { createRouter, personOf } from '../../access/accounts/index.ts';
import type { Pictures } from './pictures.ts';
import type { ProductRouteNeeds } from './routes.ts';
import { listOrderedProducts } from './sql-titles.ts';

const uuidPattern = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const OrderedQuery = Type.Object({
  order_ids: Type.String({
    maxLength: 37 * 200,
    pattern: `^${uuidPattern}(?:,${uuidPattern}){0,199}$`,
    description: 'Up to 200 order IDs, separated by commas.',
  }),
});
const OrderedView = withExample(
  Type.Object({
    orders: Type.Array(
      Type.Object({
        order_id: uuid({ description: 'ID of one of the requested orders.' }),
        products: Type.Array(
          Type.Object({
            title: nullable(Type.String(), { description: 'Title of the product in the store.' }),
            image: nullable(Type.String(), { description: "URL of the store's image." }),
          }),
          { description: "One entry per item, in the same sequence as `items`. Null if the store doesn't provide it." },
        ),
      }),
      { description: 'The requested orders that belong to you.' },
    ),
  }),
  {
    orders: [
      {
        order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        products: [{ title: 'Coffee mug', image: 'https://www.example.com/mug.jpg' }],
      },
    ],
  },
);

const PictureQuery = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) });

/** Titles and images of ordered products. */
export function orderedProductRoutes(app: App, needs: ProductRouteNeeds & { pictures: Pictures }): void {
  createRouter(app, needs.guard, 'Products').get('/orders/products', {
    auth: 'key',
    operationId: 'listOrderedProducts',
    summary: 'List titles and images of order items',
    description: 'Titles and images of the items, as the stores show them.',
    query: OrderedQuery,
    response: { 200: OrderedView },
    handler: async ({ caller, query }) => ({
      orders: await listOrderedProducts(needs.db, caller, query.order_ids.split(',')),
    }),
  });

  app.get(
    '/pictures',
    { onRequest: needs.guard.person, schema: { hide: true, querystring: PictureQuery } },
    async (request, reply) => {
      const picture = await needs.pictures.read(request.query.url, personOf(request).accountId);
      if (!picture) throw notFound();
      return reply
        .type(picture.type)
        .header('cache-control', 'private, max-age=604800')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(picture.bytes);
    },
  );
}
