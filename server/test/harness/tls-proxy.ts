import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** For localhost and 127.0.0.1, valid for a hundred years. Only tests trust it. */
export const loopbackCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCf3qnF6CFQWO8XHZ
+KaJvz2u1JT+18TjuiNofqoO3OKhRANCAAT/jZjxfPUEoqnP5DqtIAEf6VDH2H1w
Qy2hs3UBapXxdw4xmlzGaD3FNkE8ynq2ki3pusBeXFfqBs2GyKlN5ppS
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIULmtz6U/n01oY4vzPZwXkhkKJ6yIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODA3NTc0MVoYDzIxMjYxMDI1
MDc1NzQxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT/jZjxfPUEoqnP5DqtIAEf6VDH2H1wQy2hs3UBapXxdw4xmlzGaD3F
NkE8ynq2ki3pusBeXFfqBs2GyKlN5ppSo28wbTAdBgNVHQ4EFgQUVWS/254VYJIe
5PjKi18CdpO1zjowHwYDVR0jBBgwFoAUVWS/254VYJIe5PjKi18CdpO1zjowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAO3cTU3A71cLabR7LouUs9NU8Iyje1a1/PUuoTCmal03AiBM
omby3FnolPj/nKZHPyxtthoLU7eo8VlDEQx5blxHZg==
-----END CERTIFICATE-----`,
};

/** A reverse proxy on loopback that terminates TLS. */
export async function startTlsProxy(port: number) {
  const server = createServer(loopbackCertificate, (incoming, response) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'https',
    };
    const outgoing = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${own}`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
