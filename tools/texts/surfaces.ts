import type { Kind } from './extract.ts';

/** Chapters of the catalog with their files. The first match wins. */
const surfaces: [string, RegExp][] = [
  ['Web app', /^web\/src\//],
  ['Command line', /^cli\/|^server\/src\/main\/(?:admin|operate|doctor|accept-restored|key-options)/],
  ['Emails', /mail(?:-\w+)?\.ts$|\/mail-|\/notify(?:-\w+)?\.ts$|\/notices\//],
  ['Tracking page and its emails', /\/delivery\/tracking\//],
  [
    'Pages without sign-in',
    /pages?\.ts$|\/home\.ts$|\/main\/docs\/|\/purchase-summary\.ts$|\/approval-|\/draw-label|\/documents\.ts$/,
  ],
  ['Error catalog', /^server\/src\/wire\//],
  ['MCP and agents', /\/channels\/(?:mcp|agent|ucp)\/|llms\.ts$/],
  ['Stores', /^server\/src\/connectors\//],
  ['API messages', /^server\/src\/(?:domains|events|legacy|kit|main)\//],
  ['Platform', /^server\/src\//],
];

/** The chapter of a text; null for API descriptions, which server/openapi.json lists. */
export function surfaceOf(file: string, kind: Kind): string | null {
  if (kind === 'api') return null;
  if (kind === 'log') return 'Log messages';
  if (kind === 'metric') return 'Metrics';
  const surface = surfaces.find(([, files]) => files.test(file))?.[0];
  return kind === 'internal' && surface !== 'Web app' && surface !== 'Command line'
    ? 'Internal errors'
    : (surface ?? 'Other');
}

export const chapters = [...surfaces.map(([name]) => name), 'Internal errors', 'Log messages', 'Metrics'];
