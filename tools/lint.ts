// All checks of the sources, sharing one parse of each file.
import { importCheck } from './lint-imports.ts';
import { regexpCheck } from './lint-regexps.ts';
import { tableCheck } from './lint-tables.ts';
import { runSourceChecks } from './sources.ts';
import { styleCheck } from './style.ts';
import { textCheck } from './texts.ts';

await runSourceChecks([styleCheck, importCheck, tableCheck, textCheck, regexpCheck]);
