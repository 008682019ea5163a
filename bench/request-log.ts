import { existing } from '../server/src/kit/existing.ts';
import { type Measured, measured, middle } from './accept.ts';
import { load } from './ask.ts';
import { median, orderBody, type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

/** (k) Orders whose requests are written into the log, against a service that keeps none, one after the other in each round. */
export async function measureRequestLog(scene: Scene): Promise<Row[]> {
  const env = serviceEnv(scene, 'api', shopUrl);
  const logging = await startProgram(serviceEntry, env, '/health');
  const silent = await startProgram(serviceEntry, { ...env, REQUEST_LOG_DAYS: '0' }, '/health');
  try {
    const body = JSON.stringify({ ...orderBody, idempotency_key: '@unique@' });
    const requests = scene.accounts.map(({ key }) => ({ method: 'POST', path: '/orders', key, body }));
    const planFor = (port: number) => ({
      port,
      clients: scene.clients,
      seconds: scene.seconds,
      requests,
      status: 201,
    });
    for (const { port } of [logging, silent]) await load({ ...planFor(port), seconds: 2 });
    const without: Measured[] = [];
    const within: Measured[] = [];
    for (let round = 0; round < scene.rounds; round += 1) {
      without.push(await measured(scene, [silent.pid], () => load(planFor(silent.port))));
      within.push(await measured(scene, [logging.pid], () => load(planFor(logging.port))));
    }
    const ratio = median(within.map((result, round) => result.cpuMs / existing(without[round]).cpuMs));
    return [
      { ...middle(without), what: 'POST /orders, no request log', memoryMb: null, ratio: null, target: '' },
      {
        ...middle(within),
        what: 'POST /orders, with the request log (ratio of CPU)',
        memoryMb: logging.memoryMb(),
        ratio,
        target: 'at most 1.03 of without',
      },
    ];
  } finally {
    await logging.stop();
    await silent.stop();
  }
}
