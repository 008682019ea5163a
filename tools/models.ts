// Checks the models in models/ with spin: they hold, and each of them no longer holds without one of its guards.
//   npm run models             checks all of it
//   npm run models -- --print  prints the part that is generated from the tables of moves
import { checkModels, whyNot } from './models/check.ts';
import { movesPml } from './models/moves.ts';

if (process.argv.includes('--print')) {
  process.stdout.write(movesPml());
} else {
  const missing = await whyNot();
  if (missing !== null) console.log(`${missing} Checking the models is LEFT OUT.`);
  else {
    const began = performance.now();
    let failed = 0;
    let passed = 0;
    await checkModels(2, ({ name, isGood, says }) => {
      if (isGood) passed += 1;
      else failed += 1;
      console.log(`${isGood ? 'ok' : 'FAILED'}  ${name} (${says})`);
    });
    console.log(`\n${passed} passed, ${failed} failed in ${Math.round((performance.now() - began) / 1000)} s`);
    process.exit(failed === 0 ? 0 : 1);
  }
}
