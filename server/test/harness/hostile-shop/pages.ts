import { goods, type Row, type Sold, sumsOf } from './goods.ts';

const euro = (cents: number): string =>
  `${new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 }).format(cents / 100)}&nbsp;€`;

/** A consent frame that covers everything. */
const consent = `<script>
  if (!document.cookie.includes('ja=1') && top === self) setTimeout(() => {
    const wall = Object.assign(document.createElement('iframe'), { id: 'cmp', src: '/cookies' });
    wall.style = 'position:fixed;inset:0;width:100%;height:100%;z-index:99;background:#fffd';
    document.body.append(wall);
  }, 30);
</script>`;
export const cookieFrame = `<!doctype html><p>Wir schätzen Ihre Privatsphäre.</p><div onclick="
  top.document.cookie='ja=1;path=/'; top.document.querySelector('#cmp').remove()">Alle annehmen</div>`;

const layout = (
  who: string | null,
  body: string,
): string => `<!doctype html><meta charset="utf-8"><title>Kaufhaus</title>
<header>${who ? `<b class="kunde">${who}</b>` : '<a href="/anmelden">Anmelden</a>'}</header>${body}${consent}`;

export const home = (who: string | null): string => layout(who, '<h1>Kaufhaus</h1>');
export const missing = '<!doctype html><h1>404</h1>';

export const emailPage = layout(
  null,
  '<form method="post"><input name="email" placeholder="E-Mail-Adresse"><button>Weiter</button></form>',
);
export const passwordPage = (url: URL): string =>
  layout(
    null,
    `${url.searchParams.has('falsch') ? '<p class="fehler">Kennwort falsch</p>' : ''}<form method="post" action="/anmelden/2">
<input name="kennwort" type="password" placeholder="Kennwort"><button>Anmelden</button></form>`,
  );

/** Everything is in a closed shadow root: a list without roles, a stepper, a button that asks for confirmation. */
export function product(who: string | null, slug: string): string {
  const { title, price, colours } = goods[slug]!;
  const [whole, cents] = (price / 100).toFixed(2).split('.');
  return layout(
    who,
    `<h1>${title}</h1><p id="preis">${whole}<sup>${cents}</sup> €</p><kauf-box></kauf-box><p id="drin" hidden>Liegt im Korb</p><script>
  customElements.define('kauf-box', class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' });
      root.innerHTML = '<div class="wahl">Farbe wählen</div><ul hidden>${colours.map((colour) => `<li>${colour}</li>`).join('')}</ul>' +
        '<span class="minus">−</span><output>1</output><span class="plus">+</span><div class="kaufen">In den Korb</div>';
      const at = (css) => root.querySelector(css);
      at('.wahl').onclick = () => { at('ul').hidden = false; };
      for (const li of root.querySelectorAll('li')) li.onclick = () => { at('.wahl').textContent = li.textContent; at('ul').hidden = true; };
      at('.plus').onclick = () => setTimeout(() => { at('output').textContent = Number(at('output').textContent) + 1; }, 50);
      at('.kaufen').onclick = async () => {
        const schutz = confirm('Schutzbrief für 4,99 € dazu?') ? '1' : '0';
        const body = new URLSearchParams({ slug: '${slug}', farbe: at('.wahl').textContent, menge: at('output').textContent, schutz });
        const { isGone } = await (await fetch('/api/korb', { method: 'POST', body })).json();
        if (isGone) alert('Leider ausverkauft.'); else document.querySelector('#drin').hidden = false;
      };
    }
  });
</script>`,
  );
}

export const cart = (who: string | null): string =>
  layout(who, '<h1>Korb</h1><iframe id="korb" src="/korb-rahmen" width="800" height="400"></iframe>');

/** The remove button appears on hover. */
export const cartFrame = (rows: readonly Row[]): string => `<!doctype html><meta charset="utf-8">
<style>.mehr button{display:none}.mehr:hover button{display:inline}</style><table>${rows
  .map(({ slug, colour, quantity }, index) => {
    const price = (goods[slug]?.price ?? 499) * quantity;
    return `<tr><td><a href="/p/${slug}" target="_top">${goods[slug]?.title ?? 'Schutzbrief'}</a> <i>${colour}</i></td><td>${quantity} Stück</td>
<td>${euro(price)}</td><td class="mehr">… <button onclick="fetch('/api/weg',{method:'POST',body:new URLSearchParams({zeile:${index}})}).then(()=>location.reload())">Löschen</button></td></tr>`;
  })
  .join(
    '',
  )}</table>${rows.length === 0 ? '<p class="leer">Der Korb ist leer.</p>' : '<a href="/kasse" target="_top">Zur Kasse</a>'}`;

export const checkout = (who: string | null): string =>
  layout(who, '<h1>Kasse</h1><iframe id="aussen" src="/kasse-aussen" width="900" height="700"></iframe>');
export const outerFrame = '<!doctype html><iframe name="innen" src="/kasse-innen/1" width="800" height="600"></iframe>';

/** The fields lose text that was typed before their script loaded. */
const addressStep = `<!doctype html><meta charset="utf-8"><form id="f"><input name="name" placeholder="Name"><input name="strasse" placeholder="Straße">
<input name="plz" placeholder="PLZ"><input name="ort" placeholder="Ort"><button type="button">Weiter</button></form><script>
  setTimeout(() => {
    const known = {};
    for (const field of document.querySelectorAll('input')) { field.value = ''; field.oninput = () => { known[field.name] = field.value; }; }
    document.querySelector('button').onclick = () => {
      if (['name', 'strasse', 'plz', 'ort'].every((name) => known[name])) { sessionStorage.an = Object.values(known).join(', '); location.href = '/kasse-innen/2'; }
    };
  }, 400);
</script>`;

const shippingStep = `<!doctype html><meta charset="utf-8"><div class="art" data-selected="false">Selbst abholen</div>
<div class="art" data-selected="false">Spedition</div><label><input type="checkbox" id="agb" style="opacity:0;position:absolute;pointer-events:none"><span>Ich stimme zu</span></label>
<a href="#" id="weiter">Weiter</a><script>
  const arts = document.querySelectorAll('.art');
  for (const art of arts) art.onclick = () => { for (const other of arts) other.dataset.selected = String(other === art); };
  document.querySelector('#weiter').onclick = () => { if (arts[1].dataset.selected === 'true' && document.querySelector('#agb').checked) location.href = '/kasse-innen/3'; };
</script>`;

export function checkoutStep(step: string, rows: readonly Row[]): string {
  if (step === '1') return addressStep;
  if (step === '2') return shippingStep;
  const { items, discount, fee, tax, total } = sumsOf(rows);
  return `<!doctype html><meta charset="utf-8"><p id="an"></p><table>
<tr><th>Zwischensumme</th><td>${euro(items)}</td></tr><tr><th>Rabatt</th><td>${euro(discount).replace('&nbsp;€', '-&nbsp;€')}</td></tr>
<tr><th>Versand</th><td>kostenlos</td></tr><tr><th>Nachnahme</th><td>${euro(fee)}</td></tr>
<tr><th>enthaltene MwSt. (19 %)</th><td>${euro(tax)}</td></tr><tr><th>Gesamt</th><td>${euro(total)}</td></tr></table>
<div id="kaufen">Zahlungspflichtig bestellen</div><script>
  document.querySelector('#an').textContent = sessionStorage.an;
  document.querySelector('#kaufen').onclick = async () => {
    const { location } = await (await fetch('/api/kaufen', { method: 'POST' })).json();
    top.location.href = location;
  };
</script>`;
}

/** Only a person knows the word. */
export const captcha = (
  action: string,
): string => `<!doctype html><meta charset="utf-8"><h1 class="mensch">Sind Sie ein Mensch?</h1>
<form method="post" action="${action}"><p>Schreiben Sie: tulpe</p><input name="wort" style="position:absolute;left:40px;top:160px;width:300px;height:40px">
<button style="position:absolute;left:40px;top:240px;width:300px;height:40px">Weiter</button></form>`;

export const thanks = (number: string): string =>
  layout(null, `<h1>Danke!</h1><p class="nr">Ihre Bestell-Nr.: ${number}</p>`);

const orderId = (number: string): string => number.slice(-5);

export const history = (who: string | null, own: readonly Sold[]): string =>
  layout(
    who,
    `<h1>Bestellungen</h1>${own
      .map(
        ({ number, total }) =>
          `<div class="b"><a href="/konto/b/${orderId(number)}">${number}</a> <em>${euro(total)}</em></div>`,
      )
      .join('')}${own.length === 0 ? '<p>Noch keine Bestellungen</p>' : ''}`,
  );

export const order = (who: string | null, sold: Sold | undefined): string =>
  layout(
    who,
    sold
      ? `<h1>Bestellung ${sold.number}</h1><p class="summe">Summe ${euro(sold.total)}</p><ol>${sold.rows
          .map(({ slug, quantity }) => `<li>${quantity} × <a href="/p/${slug}">${goods[slug]?.title}</a></li>`)
          .join('')}</ol>`
      : '<h1>404</h1>',
  );
