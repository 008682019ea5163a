import { Type } from 'typebox';
import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import { assertDefined } from '../../kit/assert-defined.ts';
import { notFound } from '../../kit/failure.ts';
import { formatMoney } from '../../kit/money.ts';
import { type App, html, sendPage } from '../../platform/http/index.ts';
import type { Guard } from '../access/accounts/index.ts';

const shortText = Type.String({ maxLength: 255 });

/** Pages and pictures of the simulated stores, where every test product can be viewed. */
export function shopRoutes(app: App, needs: { guard: Guard; simulator: SimulatorControls }): void {
  app.get(
    '/shop/images/:retailer/:file',
    {
      onRequest: needs.guard.anyone,
      schema: { hide: true, params: Type.Object({ retailer: shortText, file: shortText }) },
    },
    (request, reply) => {
      const { retailer, file } = request.params;
      const image = file.endsWith('.svg') ? needs.simulator.productImage(retailer, file.slice(0, -4)) : null;
      if (image === null) throw notFound();
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(image);
    },
  );

  app.get(
    '/shop/products/:slug',
    { onRequest: needs.guard.anyone, schema: { hide: true, params: Type.Object({ slug: shortText }) } },
    (request, reply) => {
      const product = needs.simulator.testProduct(request.params.slug);
      if (!product) throw notFound();
      const { price, available } = product;
      const textIn = (name: string): string => String(assertDefined(product[name]));
      const [title, description, image, url] = ['title', 'description', 'main_image', 'url'].map(textIn);
      return sendPage(reply, {
        title: `${title} · sandbox shop`,
        description: String(description),
        brand: 'Sandbox shop',
        body: html`<main id="main"><article class="card">
<p><img src="${new URL(assertDefined(image)).pathname}" alt="" width="240" height="240"></p>
<h1>${title}</h1>
<p class="row"><strong>${formatMoney({ amount: Number(price), currency: String(product.currency) })}</strong> <span class="badge ${available ? 'good' : 'bad'}">${available ? 'In stock' : 'Out of stock'}</span></p>
<p>${description}</p>
<p>To order this product, send this URL in <code>products[].url</code>, using a sandbox key:</p>
<pre tabindex="0"><code>${url}</code></pre>
<p class="quiet small">This page belongs to the simulated store for sandbox keys. Nothing on it is real.</p>
</article></main>`,
      });
    },
  );
}
