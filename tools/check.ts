// The static checks: `npm run check`. Prints failures.
import { runChecks, staticChecks } from './checks.ts';

await runChecks(staticChecks, (name, isGood, output) => {
  console.log(`${isGood ? 'ok' : `${output}\nFAILED`}  ${name}`);
  if (!isGood) process.exitCode = 1;
});
