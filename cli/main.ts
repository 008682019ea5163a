// By its name and not as process.env, which a bundler for the web takes for a constant.
import { env } from 'node:process';
import { ioOf } from './process-io.ts';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), ioOf(env));
