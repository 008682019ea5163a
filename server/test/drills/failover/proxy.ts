import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Program, startProgram } from './processes.ts';

interface Door {
  port: number;
  to: { port: number; checkPort?: number }[];
  isHttp?: boolean;
  /** The path that answers 200 where traffic may go. Connections to a server that stops answering so are cut. */
  check?: string;
}

export interface LoadBalancer extends Program {
  /** Resolves when it sends requests to this server. */
  untilUp(port: number): Promise<void>;
}

/** haproxy on loopback, with the settings that docs/runbooks/failover.md names. */
export function startProxy(folder: string, doors: Door[]): LoadBalancer {
  const control = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 2000
  stats socket ${control} mode 600 level user
defaults
  retries 3
  option redispatch 1
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
${doors.map(listen).join('')}`,
  );
  const program = startProgram('haproxy', ['-db', '-f', file], join(folder, 'haproxy.log'));
  const isUp = async (port: number): Promise<boolean> => {
    const rows = await text(connect(control).end('show stat\n'));
    const row = rows.split('\n').find((each) => each.split(',')[1] === `to${port}`);
    return row?.split(',')[17]?.startsWith('UP') === true;
  };
  return {
    ...program,
    async untilUp(port) {
      while (!(await isUp(port))) await pause(100);
    },
  };
}

const listen = ({ port, to, isHttp, check }: Door): string => `listen port${port}
  bind 127.0.0.1:${port}
  mode ${isHttp ? 'http' : 'tcp'}
  balance roundrobin
${check ? `  option httpchk GET ${check}\n  http-check expect status 200\n` : ''}  default-server inter 500ms fall 2 rise 1${check && !isHttp ? ' on-marked-down shutdown-sessions' : ''}
${to.map((server) => `  server to${server.port} 127.0.0.1:${server.port}${check ? ` check port ${server.checkPort ?? server.port}` : ''}\n`).join('')}`;
