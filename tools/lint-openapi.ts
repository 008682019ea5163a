// Holds server/openapi.json to the recommended rules of Redocly: an error or a warning that is not known fails.
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';

/**
 * The interface has fixed these paths. A batch under /orders/bulk/ looks like something of an order whose id is "bulk", but the id of an
 * order is a UUID, so no request can mean both.
 */
const isFixed = (rule: string, message: string): boolean =>
  rule === 'no-ambiguous-paths' && message.includes('`/orders/bulk/{batch_id}` and `/orders/{order_id}/');

const ref = fileURLToPath(new URL('../server/openapi.json', import.meta.url));
const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
const others = problems.filter(({ ruleId, message }) => !isFixed(ruleId, message));
for (const { severity, ruleId, message, location } of others) {
  console.error(`openapi.json ${location[0]?.pointer ?? ''}: ${severity} ${ruleId}: ${message}`);
}
if (others.length > 0) process.exitCode = 1;
