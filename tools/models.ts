// Checks the models in models/ with spin: they hold, and none holds without one of its guards. `npm run models --
// --write` also updates models/caught.json, which lists what `npm test` may skip. `npm run models -- --print` prints
// the generated part.
import { checkModels, findMissingTool, writeCaught } from './models/check.ts';
import { movesPml } from './models/moves.ts';

if (process.argv.includes('--print')) {
  process.stdout.write(movesPml('cards'));
} else {
  const missing = await findMissingTool();
  if (missing !== null) console.log(`${missing} The model checks are SKIPPED.`);
  else {
    const began = performance.now();
    let failed = 0;
    let passed = 0;
    const marks: string[] = [];
    await checkModels(2, new Set(), ({ name, isGood, says, mark }) => {
      if (isGood) passed += 1;
      else failed += 1;
      if (isGood && mark) marks.push(mark);
      console.log(`${isGood ? 'ok' : 'FAILED'}  ${name} (${says})`);
    });
    console.log(`\n${passed} passed, ${failed} failed in ${Math.round((performance.now() - began) / 1000)} s`);
    if (failed === 0 && process.argv.includes('--write')) writeCaught(marks);
    process.exit(failed === 0 ? 0 : 1);
  }
}
