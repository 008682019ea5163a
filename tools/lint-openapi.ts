// Checks the API documents in server/: the recommended rules of Redocly, a limit on the length of every text and list of a request, a
// description of every operation and field, and examples that the schemas accept.
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { apiFiles, readApi } from './api-documents.ts';
import { exampleProblemsIn } from './api-examples.ts';
import { textProblemsIn } from './api-texts.ts';
import { unlimitedIn } from './request-limits.ts';

/**
 * The interface has fixed these paths. A batch under /orders/bulk/ looks like something of an order whose id is "bulk", but the id of an
 * order is a UUID, so no request can mean both.
 */
const isFixed = (rule: string, message: string): boolean =>
  rule === 'no-ambiguous-paths' && message.includes('`/orders/bulk/{batch_id}` and `/orders/{order_id}/');

const config = await createConfig({ extends: ['recommended'] });
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
