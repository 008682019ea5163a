// An S3-compatible store with versitygw's command line: `posix <folder>`, where each subfolder is a bucket. Supports
// what labels need (path-style put, get, delete) and requires AWS Signature Version 4 with ROOT_SECRET_KEY.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';

const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = process.env;
const [kind, root] = process.argv.slice(2);
if (kind !== 'posix' || !root || !ROOT_ACCESS_KEY || !ROOT_SECRET_KEY)
  throw new Error('posix <folder>, ROOT_ACCESS_KEY, ROOT_SECRET_KEY');

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

function isSigned({ method, headers }, url, body) {
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(.+?), ?SignedHeaders=(.+?), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [key, ...scope] = credential.split('/');
  const sent = headers['x-amz-content-sha256'];
  if (key !== ROOT_ACCESS_KEY || (sent !== 'UNSIGNED-PAYLOAD' && sent !== sha256(body))) return false;
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const request = [method, url.pathname, query.join('&'), lines.join(''), signedHeaders, sent].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(request)].join('\n');
  const signingKey = scope.reduce(hmac, `AWS4${ROOT_SECRET_KEY}`);
  return timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, 'hex'));
}

/** The status, and the body or the error's name. */
function answer(request, url, body) {
  if (!isSigned(request, url, body)) return [403, 'SignatureDoesNotMatch'];
  const [, bucket, ...key] = decodeURIComponent(url.pathname).split('/');
  if (!bucket || !existsSync(join(root, bucket))) return [404, 'NoSuchBucket'];
  const file = join(root, bucket, ...key);
  if (request.method === 'PUT') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
    return [200, ''];
  }
  if (request.method === 'DELETE') {
    rmSync(file, { force: true });
    return [204, ''];
  }
  return existsSync(file) ? [200, readFileSync(file)] : [404, 'NoSuchKey'];
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://store');
  const [status, said] = answer(request, url, Buffer.concat(await request.toArray()));
  console.log(`${request.method} ${url.pathname} ${status}`);
  const isFault = status >= 400;
  response.writeHead(status).end(isFault ? `<?xml version="1.0"?><Error><Code>${said}</Code></Error>` : said);
});
server.listen(7070);
process.on('SIGTERM', () => process.exit(0));
