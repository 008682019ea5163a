import { spawn } from 'node:child_process';

/**
 * Stops a server with this process, even if it is killed: a shell waits on a pipe that closes with us, stops the server
 * and removes its folder. Call the returned function after a regular stop.
 */
export function stopWithProcess(pid: number, folder: string): () => void {
  const script = 'if read -r _; then exit; fi; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';
  const watcher = spawn('sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  watcher.stdin.on('error', () => {});
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
  return () => watcher.stdin.end('stopped\n');
}
