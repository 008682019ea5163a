// Exits with 0 if this container responds: the API at /health, a worker on its metrics port. Plain JavaScript without
// packages.
const { ROLE = 'all', PORT = '8080', METRICS_PORT } = process.env;
const address =
  ROLE === 'worker' ? METRICS_PORT && `http://127.0.0.1:${METRICS_PORT}/alive` : `http://127.0.0.1:${PORT}/health`;

if (!address) {
  console.error('Set METRICS_PORT, so that a worker can be asked whether it is well.');
  process.exit(1);
}
const answer = await fetch(address, { signal: AbortSignal.timeout(2500) }).catch((error) => ({
  ok: false,
  status: error.message,
}));
if (!answer.ok) console.error(`${address} answered ${answer.status}`);
process.exit(answer.ok ? 0 : 1);
