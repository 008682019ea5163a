import { Type } from 'typebox';
import { plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { type App, sendPage } from '../../../platform/http/index.ts';
import type { Guard } from '../../access/accounts/index.ts';
import type { CreateNeeds } from './create-top-up.ts';
import { slowPaymentMs } from './model.ts';
import { topUpPage } from './pages.ts';
import { TopUpPath } from './schema.ts';
import { creditTopUp, refreshTopUp } from './settle-top-up.ts';
import { findTopUp, moveTopUp, type TopUpRow, writeExpectedArrival } from './sql.ts';

const OutcomeBody = Type.Object({ outcome: Type.Enum(['pay', 'slow', 'decline']) });

/** The page a payer returns to, and where play money is paid. Anyone with the link sees the amount. */
export function pageRoutes(app: App, needs: CreateNeeds & { guard: Guard }): void {
  const open = { onRequest: needs.guard.anyone };
  app.get('/top-ups/:top_up_id', { ...open, schema: { hide: true, params: TopUpPath } }, async (request, reply) => {
    const row = await findTopUp(needs.database.db, request.params.top_up_id);
    if (!row) throw notFound();
    return sendPage(reply.header('referrer-policy', 'no-referrer'), topUpPage(await refreshTopUp(needs, row)));
  });

  app.post(
    '/top-ups/:top_up_id',
    { ...open, config: { takesForm: true }, schema: { hide: true, params: TopUpPath, body: OutcomeBody } },
    async (request, reply) => {
      const { top_up_id: id } = request.params;
      const row = await findTopUp(needs.database.db, id);
      // Real money is only paid at Stripe.
      if (row?.provider !== 'sandbox') throw notFound();
      await simulatePayment(needs, row, request.body.outcome);
      return reply.redirect(`/top-ups/${id}`, 303);
    },
  );
}

async function simulatePayment(needs: CreateNeeds, row: TopUpRow, outcome: 'pay' | 'slow' | 'decline'): Promise<void> {
  const { db } = needs.database;
  const now = needs.clock.now();
  if (row.status !== 'requires_action' || row.arrives_at !== null || row.expires_at <= now) return;
  if (outcome === 'pay') return creditTopUp(needs, row.id, null);
  if (outcome === 'decline') await moveTopUp(db, row.id, { to: 'failed' });
  else await writeExpectedArrival(db, row.id, plusMs(now, slowPaymentMs));
}
