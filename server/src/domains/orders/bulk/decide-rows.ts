import type { Db, Tx } from '../../../platform/database/index.ts';
import { linkSigner, type Vault } from '../../../platform/secrets/index.ts';
import { type Caller, findKeyLabel } from '../../access/accounts/index.ts';
import {
  type Decider,
  findBinding,
  findNewAlerts,
  insertReserved,
  lockAndDecide,
  type PolicyDecision,
  type PolicyRequest,
  policyDenied,
  previewDecisions,
  publishAlerts,
  recordDecisions,
} from '../../access/policies/index.ts';
import { readStoredProducts } from '../../catalog/products/index.ts';
import {
  createApproval,
  draftAction,
  draftOrder,
  findCardOf,
  type NewOrder,
  policyRequestOf,
} from '../orders/index.ts';
import { rowTexts } from './row-texts.ts';
import { sumRows, type ValidatedBatch, type ValidatedRow } from './validate-batch.ts';

/** Titles of thousands of products are not looked up. A policy that needs them requires approval. */
const titles = null;

/** Adds what the caller's policies would decide. Writes nothing. */
export async function applyPolicies(db: Db, caller: Caller, batch: ValidatedBatch, now: Date): Promise<ValidatedBatch> {
  if ((await findBinding(db, caller)).length === 0) return batch;
  const valid = batch.rows.flatMap(({ order }) => (order ? [order] : []));
  const asked = valid.map(({ orderRequest, checked, priced }) =>
    policyRequestOf({ caller, order: { ...draftOrder(caller, orderRequest, checked, now), ...priced }, titles }),
  );
  const rows = applyVerdicts(batch, await previewDecisions(db, caller, asked, now));
  return { ...batch, rows, ...(await sumRows(db, caller, rows)) };
}

/** One verdict per valid row, in order. */
function applyVerdicts({ rows }: ValidatedBatch, verdicts: readonly PolicyDecision[]): ValidatedRow[] {
  let next = 0;
  return rows.map((row) => {
    const verdict = row.order && verdicts[next++];
    if (!row.order || !verdict || verdict.decision === 'allow') return row;
    if (verdict.decision === 'approve') return { ...row, warnings: [...row.warnings, rowTexts.needsApproval] };
    return { ...row, order: null, errors: [...row.errors, denialText(verdict)] };
  });
}

const denialText = ({ findings: [finding] }: PolicyDecision): string => (finding ? policyDenied(finding).message : '');

/** Decides rows until the transaction ends; null if no policy binds the caller. */
export async function createRowDecider(tx: Tx, caller: Caller, now: Date): Promise<Decider | null> {
  return (await findBinding(tx, caller)).length === 0 ? null : (await lockAndDecide(tx, [caller], now)).decide;
}

/**
 * Decides a batch's orders in the transaction that accepts it, and reserves their amounts until they exist. Returns the orders
 * with their approvals; null if a policy denies one, which ends the batch.
 */
export async function decideDrafts(
  needs: { tx: Tx; vault: Vault; now: Date; publicUrl: string },
  decide: Decider,
  caller: Caller,
  drafts: readonly NewOrder[],
): Promise<NewOrder[] | null> {
  const { tx, vault, now, publicUrl } = needs;
  const cases: { asked: PolicyRequest; verdict: PolicyDecision; order: NewOrder }[] = [];
  for (const order of drafts) {
    const asked = policyRequestOf({ caller, order, titles });
    cases.push({ asked, order, verdict: await decide(caller, asked) });
  }
  if (cases.some(({ verdict }) => verdict.decision === 'deny')) return null;
  await recordDecisions(tx, linkSigner(vault), caller, cases, now);
  await publishAlerts(tx, await findNewAlerts(tx, cases, now), now);
  const created_at = now.toISOString();
  const { accountId: account_id, world, keyId: key_id } = caller;
  const reserved = cases.map(({ order, asked: { cents } }) => ({
    order_id: order.id,
    account_id,
    world,
    key_id,
    cents,
    created_at,
  }));
  await insertReserved(tx, reserved);
  const asking = cases.filter(({ verdict }) => verdict.decision === 'approve');
  if (asking.length === 0) return cases.map(({ order }) => order);
  const keyName = await findKeyLabel(tx, caller.keyId);
  const refs = asking.flatMap(({ order: { retailer, items } }) =>
    items.map(({ product_id: productId }) => ({ retailer, productId })),
  );
  const kept = await readStoredProducts(tx, world, refs);
  const withQuestion = new Map<NewOrder, NewOrder>();
  for (const { order, verdict } of asking) {
    const products = kept.splice(0, order.items.length);
    const card = await findCardOf(tx, order, now);
    const approval = createApproval({ order, verdict, products, keyName, card, publicUrl });
    withQuestion.set(order, { ...order, question: await draftAction(vault, order.id, approval, now) });
  }
  return cases.map(({ order }) => withQuestion.get(order) ?? order);
}
