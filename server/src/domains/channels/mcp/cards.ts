import { readFileSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/server';

export const cardsExtension = 'io.modelcontextprotocol/ui';
export const cardMimeType = 'text/html;profile=mcp-app';
const uri = 'ui://errand/card.html';

export const cardMeta = { ui: { resourceUri: uri } };

/** Loads nothing external, so a host can sandbox it. */
const text = readFileSync(new URL('./assets/card.html', import.meta.url), 'utf8');

/** A small page (MCP Apps) that shows a quote or parcels. */
export function registerCards(server: McpServer): void {
  const about = {
    title: 'Errand',
    description: 'Shows a quote, or where the parcels of an order are.',
    mimeType: cardMimeType,
    _meta: { ui: { prefersBorder: true } },
  };
  server.registerResource('card', uri, about, async () => ({
    contents: [{ uri, mimeType: cardMimeType, text, _meta: { ui: { prefersBorder: true } } }],
  }));
}
