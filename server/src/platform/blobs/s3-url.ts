import { ConfigError } from '../config.ts';
import { isKey } from './key.ts';

export interface S3Store {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  endpoint?: string;
  forcePathStyle: boolean;
  /** Without credentials, the SDK uses its own environment variables, files and machine role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const takes =
  's3://bucket/prefix, or s3://key:secret@bucket/prefix?endpoint=https://…&region=…&forcePathStyle=true, with the key and secret percent-encoded';
const parameters = ['endpoint', 'region', 'forcePathStyle'];

const badUrl = (): ConfigError => new ConfigError('BLOB_URL', takes);

export function readS3Url(text: string): S3Store {
  const url = URL.parse(text);
  if (!url || url.hostname === '' || url.port !== '') throw badUrl();
  for (const name of url.searchParams.keys()) if (!parameters.includes(name)) throw badUrl();
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) throw badUrl();
  const forcePathStyle = url.searchParams.get('forcePathStyle') ?? String(endpoint !== null);
  if (forcePathStyle !== 'true' && forcePathStyle !== 'false') throw badUrl();
  const credentials = credentialsOf(url);
  return {
    bucket: url.hostname,
    prefix: prefixOf(url),
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
    // S3-compatible stores rarely have a host name per bucket.
    forcePathStyle: forcePathStyle === 'true',
    ...(credentials ? { credentials } : {}),
  };
}

function prefixOf({ pathname }: URL): string {
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (prefix === '') return '';
  if (!isKey(prefix)) throw badUrl();
  return `${prefix}/`;
}

function credentialsOf({ username, password }: URL): S3Store['credentials'] | null {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') throw badUrl();
  try {
    return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  } catch {
    throw badUrl();
  }
}
