import { spawn } from 'node:child_process';

/**
 * Ends a server with this process, also when the run is killed and nothing here gets to run any more: a shell waits at a pipe
 * that closes with us, stops the server and removes its folder. Call what comes back once the server was stopped properly.
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
