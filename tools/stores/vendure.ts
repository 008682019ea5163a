import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StoreProcess, startProcess } from './process.ts';

export interface VendureInstance {
  url: string;
  /** Restarts it with its data, at the same URL. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an installed Vendure with demo data on loopback. */
export async function startVendure(installation: string, port = 0): Promise<VendureInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-vendure-'));
  const file = join(folder, 'shop.sqlite');
  copyFileSync(join(installation, 'seeded'), file);
  const start = (at: number): Promise<StoreProcess> =>
    startProcess([join(installation, 'instance.mjs'), 'serve', file], {
      cwd: installation,
      env: { VENDURE_PORT: String(at) },
    });
  let running = await start(port);
  return {
    url: `http://127.0.0.1:${running.port}`,
    async restart() {
      await running.stop();
      running = await start(running.port);
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
