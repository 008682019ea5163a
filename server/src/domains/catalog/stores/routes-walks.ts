import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import { nullable, withExample } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { StorePath } from './schema.ts';
import { findStore } from './sql.ts';
import { listWalks, type WalkRow } from './sql-walks.ts';

const walksShown = 30;

const WalkList = withExample(
  Type.Object({
    walks: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Reference of the check. Its recording has the same reference.' }),
        started_at: Type.String({ description: 'When it started.', format: 'date-time' }),
        ended_at: nullable(Type.String({ format: 'date-time' }), { description: 'When it ended.' }),
        recipe_version: nullable(Type.Integer(), { description: 'Version of the recipe that was used.' }),
        failures: Type.Array(Type.String(), { description: 'Steps that failed, and why.' }),
        missed_locators: Type.Array(
          Type.Object({
            target: Type.String({ description: 'All locators for the target.' }),
            locator: Type.String({ description: 'Locator that found nothing.' }),
          }),
          { description: 'Locators that found nothing where others found the element.' },
        ),
      }),
      { description: 'The last 30 checks, newest first.' },
    ),
  }),
  {
    walks: [
      {
        id: '0d4b2f9e-4c53-4a0b-8a0e-6d1f1f0b9a77',
        started_at: '2026-08-21T03:00:00.000Z',
        ended_at: '2026-08-21T03:00:24.000Z',
        recipe_version: 3,
        failures: [],
        missed_locators: [{ target: '["#buy",{"role":"button","name":"Buy"}]', locator: '#buy' }],
      },
    ],
  },
);

const presentWalk = (walk: WalkRow) => ({
  id: walk.id,
  started_at: walk.started_at.toISOString(),
  ended_at: walk.ended_at?.toISOString() ?? null,
  recipe_version: walk.recipe_version,
  failures: walk.failures,
  missed_locators: walk.missed_locators.map(({ target, locator }) => ({ target, locator })),
});

export function walkRoutes(router: Router, { database: { db } }: { database: Database }): void {
  router.get('/operator/stores/:name/walks', {
    auth: 'operator',
    operationId: 'listStoreWalks',
    summary: "List a store's nightly checks",
    description:
      'Errand checks every browser store each night, up to the last page before the buy button. Shows which locators of the recipe no longer match.',
    params: StorePath,
    response: { 200: WalkList },
    errors: ['not_found'],
    async handler({ params }) {
      if (!(await findStore(db, params.name))) throw notFound();
      return { walks: (await listWalks(db, params.name, walksShown)).map(presentWalk) };
    },
  });
}
