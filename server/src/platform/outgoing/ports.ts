/**
 * Ports of other services, which an HTTP request must not reach. From 1024 up: ports that the Fetch standard blocks
 * (https://fetch.spec.whatwg.org/#port-blocking), and those of databases, caches, queues and container runtimes.
 */
const blocked = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
  ...[1433, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672, 5900, 5984, 6379, 6380, 6432],
  ...[8086, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 26257, 27017, 27018, 27019],
]);

/** 80, 443, or an unprivileged port. */
export const isWebPort = (port: number): boolean => port === 80 || port === 443 || (port >= 1024 && !blocked.has(port));

export const portOfUrl = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
