import { type Static, Type } from 'typebox';
import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { noContent, uuid, withExample } from '../../../../platform/http/index.ts';
import type { Router } from '../../../access/accounts/index.ts';
import { deleteSavedView, listSavedViews, type SavedView, writeSavedView } from './sql.ts';

/** More would not fit in a menu. */
const viewsMax = 50;

const nameField = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', description: 'Name of the view.' });
const queryField = Type.String({
  maxLength: 2000,
  pattern: '^[^#?]*$',
  description: 'Query string of the page URL, without `?`: filters, sort and columns.',
});

const SavedViewView = Type.Object(
  {
    id: uuid({ description: 'UUID of the view.' }),
    name: nameField,
    query: queryField,
    created_at: Type.String({ format: 'date-time', description: 'When it was saved.' }),
  },
  { title: 'SavedView', description: 'A saved view of the order list.' },
);
const example: Static<typeof SavedViewView> = {
  id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
  name: 'Late Amazon orders',
  query: 'status=late&retailer=amazon',
  created_at: '2026-08-21T10:00:00.000Z',
};

const presentView = ({ id, name, query, created_at }: SavedView): Static<typeof SavedViewView> => ({
  id,
  name,
  query,
  created_at: created_at.toISOString(),
});

/** Saved views of the order list, shared by the account. */
export function savedViewRoutes(
  router: Router,
  { database: { db }, clock }: { database: { db: Db }; clock: Clock },
): void {
  router.get('/orders/views', {
    auth: 'person',
    operationId: 'listOrderViews',
    summary: 'List saved views',
    description: 'Saved views of the order list, shared by everyone on the account.',
    response: {
      200: withExample(
        Type.Object({ views: Type.Array(SavedViewView, { description: 'Saved views, sorted by name.' }) }),
        {
          views: [example],
        },
      ),
    },
    handler: async ({ person }) => ({ views: (await listSavedViews(db, person.accountId)).map(presentView) }),
  });

  router.post('/orders/views', {
    auth: 'person',
    operationId: 'saveOrderView',
    summary: 'Save a view',
    description: 'Replaces the view with the same name.',
    body: withExample(Type.Object({ name: nameField, query: queryField }, { additionalProperties: false }), {
      name: example.name,
      query: example.query,
    }),
    response: { 201: withExample(SavedViewView, example) },
    async handler({ person, body }) {
      const view = { accountId: person.accountId, name: body.name.trim(), query: body.query };
      const saved = await writeSavedView(db, view, { now: clock.now(), max: viewsMax });
      if (saved) return presentView(saved);
      const msg = `An account can have at most ${viewsMax} views. Delete one first`;
      throw new Invalid([{ loc: ['body', 'name'], msg, type: 'value_error' }]);
    },
  });

  router.delete('/orders/views/:view_id', {
    auth: 'person',
    operationId: 'deleteOrderView',
    summary: 'Delete a saved view',
    description: 'Deletes it for everyone on the account. Orders stay as they are.',
    response: { 204: noContent('Deleted.') },
    async handler({ person, params }) {
      if (!(await deleteSavedView(db, person.accountId, params.view_id))) throw notFound();
    },
  });
}
