// A bundler for the web would replace process.env with a constant.
import { env } from 'node:process';
import { ioOf } from './process-io.ts';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), ioOf(env));
