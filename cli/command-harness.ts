import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem, type TestSystem } from '../server/test/harness/system.ts';
import { run } from './run.ts';

/** Runs the command like a developer would, against its own service. */
export async function startCommand() {
  const system: TestSystem = await startSystem({ withWorker: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const folder = await mkdtemp(join(tmpdir(), 'errand-cli-'));

  async function errand(
    key: string | undefined,
    args: string[],
    isTerminal = false,
    onError: (text: string) => void = () => {},
    lines: () => AsyncIterable<string> = async function* () {},
  ) {
    const said = { out: '', err: '' };
    const code = await run(args, {
      env: { ERRAND_BASE_URL: system.url, ERRAND_API_KEY: key, XDG_CONFIG_HOME: join(folder, `keys-${process.pid}`) },
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
        onError(text);
      },
      lines,
      isTerminal,
    });
    return { code, ...said };
  }

  return {
    system,
    folder,
    errand,
    async stop() {
      await system.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
