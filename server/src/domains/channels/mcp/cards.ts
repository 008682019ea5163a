import { readFileSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/server';

export const cardsExtension = 'io.modelcontextprotocol/ui';
export const cardMimeType = 'text/html;profile=mcp-app';
const uri = 'ui://errand/card.html';

/** What a tool says about the card that shows its result. */
export const cardMeta = { ui: { resourceUri: uri } };

/** Reaches nothing outside, so a host may show it as strictly as it likes. */
const text = readFileSync(new URL('./assets/card.html', import.meta.url), 'utf8');

/** A small page for hosts that show one beside a result (MCP Apps): a quote, or where the parcels are. */
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
