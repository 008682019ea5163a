// Checks server/openapi.json: the recommended rules of Redocly, and a limit on the length of every text and list of a request.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { unlimitedIn } from './request-limits.ts';

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
const unlimited = [...unlimitedIn(JSON.parse(readFileSync(ref, 'utf8')))];
for (const problem of unlimited) console.error(`openapi.json ${problem}`);
if (others.length + unlimited.length > 0) process.exitCode = 1;
