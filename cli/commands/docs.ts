import { argument, type Command, exitCodes, show, UsageError } from '../command.ts';
import { request } from '../request.ts';

interface Hit {
  title: string;
  place: string;
  url: string;
}

export const docs: Command = {
  name: 'docs',
  usage: '<page or words …>',
  summary: 'Show a docs page, or search the docs',
  examples: ['docs verify a webhook', 'docs guides/webhooks', 'docs errors/price_changed'],
  isKeyless: true,
  async run(context) {
    argument(context, 0, 'page or words');
    const words = context.arguments.join(' ');
    const page = words.replace(/^\/?docs\//, '').replace(/#.*/, '');
    const source = /^[\w/-]+$/.test(page) ? await request(context, `/docs/${page}.md`) : null;
    if (source?.ok) {
      const markdown = await source.text();
      show(context, { page, markdown }, () => markdown);
      return exitCodes.fine;
    }
    const answer = await request(context, `/docs/search.json?q=${encodeURIComponent(words)}`);
    if (!answer.ok) throw new UsageError(`Docs search failed: HTTP ${answer.status}.`);
    const hits: Hit[] = JSON.parse(await answer.text());
    const line = ({ title, place, url }: Hit) => `${url.slice('/docs/'.length)}\n  ${title} (${place})`;
    show(context, hits, () => (hits.length === 0 ? 'No results.\n' : `${hits.map(line).join('\n')}\n`));
    return exitCodes.fine;
  },
};
