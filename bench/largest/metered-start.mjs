// Starts the service like `npm start`, with an event loop meter on its own port.
import { createServer } from 'node:http';

const meter = { cpuMs: 0, wallMs: 0, totalMs: 0 };
let cpuAt = process.threadCpuUsage();
let wallAt = performance.now();

// What ran between two ticks blocked the loop. Uses CPU time of this thread, because a busy machine stretches wall
// time.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpuAt);
  const now = performance.now();
  meter.cpuMs = Math.max(meter.cpuMs, (user + system) / 1000);
  meter.totalMs += (user + system) / 1000;
  meter.wallMs = Math.max(meter.wallMs, now - wallAt);
  cpuAt = process.threadCpuUsage();
  wallAt = now;
}, 1).unref();

createServer((_request, response) => {
  response.end(JSON.stringify(meter));
  meter.cpuMs = 0;
  meter.wallMs = 0;
  meter.totalMs = 0;
})
  .listen(Number(process.env.BENCH_METER_PORT), '127.0.0.1')
  .unref();

await import('../../server/start.mjs');
