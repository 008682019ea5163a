// Checks the API documents in server/: Redocly's recommended rules, length limits for all texts and lists in requests,
// a description of every operation and field, and valid examples.
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { apiFiles, readApi } from './api-documents.ts';
import { exampleProblemsIn } from './api-examples.ts';
import { textProblemsIn } from './api-texts.ts';
import { unlimitedIn } from './request-limits.ts';

/**
 * Paths fixed by the interface. /orders/bulk/ looks like an order with the id "bulk", but order ids are UUIDs, so there
 * is no ambiguity.
 */
const isFixed = (rule: string, message: string): boolean =>
  rule === 'no-ambiguous-paths' && message.includes('`/orders/bulk/{batch_id}` and `/orders/{order_id}/');

// api-examples.ts checks all examples, not only those of bodies.
const config = await createConfig({
  extends: ['recommended'],
  rules: { 'no-invalid-media-type-examples': 'off' },
});
for (const file of apiFiles) {
  const document = readApi(file);
  const found = await lint({ ref: fileURLToPath(new URL(`../server/${file}`, import.meta.url)), config });
  const problems = [
    ...found
      .filter(({ ruleId, message }) => !isFixed(ruleId, message))
      .map(
        ({ severity, ruleId, message, location }) => `${location[0]?.pointer ?? ''}: ${severity} ${ruleId}: ${message}`,
      ),
    ...unlimitedIn(document),
    ...textProblemsIn(document),
    ...exampleProblemsIn(document),
  ];
  for (const problem of new Set(problems)) console.error(`${file} ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
