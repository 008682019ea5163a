/** Test data: common ways to write, or hide, an internal address. */

const hosts = [
  // Loopback, in every notation that a URL parser or C library accepts.
  ...['127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '127.255.255.254', '127.127.127.127', '2130706433', '017700000001'],
  ...[
    '0x7f000001',
    '0X7F000001',
    '0x7f.0x0.0x0.0x1',
    '0177.0.0.1',
    '0177.0.0.01',
    '00000177.0.0.1',
    '0x7f.1',
    '0x7f.0.1',
  ],
  ...['0177.1', '127.0x0.1', '127.0.0.1.', '127.000.000.001', '127.0.0.0x01', '%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  ...['１２７.０.０.１', '127。0。0。1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '127．0．0．1'],
  // This host.
  ...['0', '0.0.0.0', '0x0', '00', '0.0.0.0.', '0.1.2.3', '0x00000000'],
  // Private networks, also as numbers.
  ...['10.0.0.1', '10.255.255.255', '10.1', '167772161', '0xa000001', '012.0.0.1', '172.16.0.1', '172.31.255.255'],
  ...['2886729729', '0xac.0x10.0.1', '192.168.0.1', '192.168.1.254', '3232235521', '0300.0250.0.1', '192.168.257'],
  // Link-local and the metadata services of clouds.
  ...[
    '169.254.169.254',
    '169.254.170.2',
    '169.254.0.1',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
  ],
  ...['0xa9.254.0251.254', '100.100.100.200'],
  // Shared, reserved, documentation, benchmarking, multicast and broadcast ranges.
  ...[
    '100.64.0.1',
    '100.127.255.254',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
  ],
  ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295'],
  // IPv6: loopback, unspecified, link-local, site-local, unique-local, multicast, documentation, discard.
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000::0001]', '[::0.0.0.1]', '[::]', '[0::0]', '[fe80::1]', '[febf::1]'],
  ...[
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[fdff::1]',
    '[ff02::1]',
    '[ff0e::1]',
    '[2001:db8::1]',
  ],
  ...['[3fff::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]'],
  // IPv6 with an IPv4 address inside: mapped, compatible, translated, NAT64, 6to4, Teredo.
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::ffff:0.0.0.0]'],
  ...[
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:192.168.1.1]',
    '[::ffff:100.64.0.1]',
  ],
  ...['[::127.0.0.1]', '[::10.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]'],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::7f00:1]',
  ],
  ...['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2002:a00:1::]', '[2002:a9fe:a9fe::1]', '[2002:c0a8:101::1]'],
  ...['[2001:0:7f00:1::]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]', '[2001::1]'],
];

/** Names that resolve to internal addresses. A space separates several addresses. */
export const internalAddressByName: Record<string, string> = {
  localhost: '127.0.0.1 ::1',
  'localhost.localdomain': '127.0.0.1',
  'app.localhost': '::1',
  'localtest.me': '127.0.0.1',
  '127.0.0.1.nip.io': '127.0.0.1',
  'spoofed.example.com': '169.254.169.254',
  'metadata.google.internal': '169.254.169.254',
  metadata: '169.254.169.254',
  'kubernetes.default.svc': '10.96.0.1',
  'host.docker.internal': '192.168.65.2',
  database: '172.18.0.2',
  'mixed.example.com': '93.184.215.14 127.0.0.1',
  'mixed6.example.com': '93.184.215.14 ::ffff:10.0.0.1',
  'six.example.com': 'fd00::1',
  'nat64.example.com': '64:ff9b::a00:1',
  'zero.example.com': '0.0.0.0',
  'scoped.example.com': 'fe80::1%eth0',
  'nonsense.example.com': 'not-an-address',
  'shared.example.com': '100.64.0.1',
  'xn--bcher-kva.example': '127.0.0.1',
};

/** Those that lead to this machine use the given port. */
export function internalUrls(port: number): string[] {
  const names = Object.keys(internalAddressByName);
  return [
    ...[...hosts, ...names].map((host) => `http://${host}:${port}/hook`),
    ...[
      `http://LOCALHOST:${port}`,
      `http://localhost.:${port}/`,
      `http://LocalHost.LocalDomain:${port}/`,
      `http://bücher.example:${port}/`,
    ],
    // User info that looks like a host, and hosts that look like something else.
    ...[
      `http://example.com@127.0.0.1:${port}/`,
      `http://example.com:80@127.0.0.1:${port}/`,
      `http://user:pass@localhost:${port}/`,
    ],
    ...[
      `http://example.com%40@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}\\@example.com/`,
      `http://127.0.0.1:${port}#@example.com/`,
    ],
    ...[
      `http://127.0.0.1:${port}?@example.com/`,
      `http:\\\\127.0.0.1:${port}\\`,
      `http:/127.0.0.1:${port}/`,
      `http:127.0.0.1:${port}`,
    ],
    ...[
      `  http://127.0.0.1:${port}/`,
      `http://127.0.0.1\t:${port}/`,
      `ht\ntp://127.0.0.1:${port}/`,
      `HTTP://127.0.0.1:${port}`,
    ],
    ...[
      `https://127.0.0.1:${port}/`,
      `https://[::1]:${port}/`,
      `https://localhost:${port}/`,
      `http://loc\u00ADalhost:${port}/`,
    ],
    // Not web URLs.
    ...[
      `ftp://127.0.0.1:${port}/`,
      `gopher://127.0.0.1:${port}/_POST`,
      'file:///etc/passwd',
      `ws://127.0.0.1:${port}/`,
      'data:,x',
    ],
    ...[
      `//127.0.0.1:${port}/`,
      `127.0.0.1:${port}`,
      'localhost',
      '',
      'http://',
      'http://[::1',
      `http://127.0.0.1:${port}0000/`,
    ],
    ...[
      'javascript:alert(1)',
      'unix:/run/docker.sock',
      'http://%00/',
      'http://1.2.3.4.5/',
      'http://256.256.256.256/',
      'http://0x100000000/',
    ],
  ];
}

export const ordinaryHosts = [
  ...['example.com', 'hooks.example.co.uk', 'xn--mnchen-3ya.example', 'münchen.example', 'a-b.c_d.example.org'],
  ...[
    '93.184.215.14',
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '169.253.1.1',
    '126.1.1.1',
    '223.255.255.1',
  ],
  ...[
    '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]',
    '[2a00:1450:4001:82a::200e]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::808:808]',
  ],
];
