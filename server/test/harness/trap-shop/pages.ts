/** Shop pages, each with one thing that recipe authors do not expect. */
const page = (body: string): string => `<!doctype html><meta charset="utf-8"><title>Trap</title><body>${body}`;

/** A frame served by another host. */
export const foreignPages: Record<string, string> = {
  '/pay': page(`<div id="host"></div><script>
    const root = document.querySelector('#host').attachShadow({ mode: 'closed' });
    root.innerHTML = '<label>Card <input name="cardnumber"></label><button>Use it</button>';
    root.querySelector('button').onclick = () => parent.postMessage(root.querySelector('input').value, '*');
  </script>`),
};

/** `foreign`: the origin of the other host. */
export const trapPages = (foreign: string): Record<string, string> => ({
  // Texts that take a careless pattern seconds to match.
  '/slow': page(
    `<p>${'a'.repeat(27)}!</p><button onclick="alert('${'a'.repeat(27)}!')">Ask</button><i>${'1'.repeat(120_000)}</i>`,
  ),
  // Links that lead out of the store, into the machine.
  '/links': page(
    [
      'file:///etc/passwd',
      'view-source:file:///etc/passwd',
      'chrome://version',
      'data:text/html,hi',
      'javascript:alert(1)',
      'blob:x',
    ]
      .map(
        (href, index) =>
          `<a id="${['file', 'view', 'chrome', 'data', 'script', 'blob'][index]}" href="${href}">Order</a>`,
      )
      .join(''),
  ),
  // More rows than any store has.
  '/rows': page(
    `<ul><li>1<li>2<li>3</ul><p></p><script>document.querySelector('p').innerHTML = '<b>x</b>'.repeat(20_000)</script>`,
  ),
  // Requests with long addresses, and more of them than anyone reads.
  '/chatter': page(`<h1></h1><button onclick="ask()">Ask</button><script>
    const ask = async () => {
      await Promise.all(Array.from({ length: 240 }, (_, n) => fetch('/' + 'x'.repeat(9_000) + n)));
      document.querySelector('h1').textContent = 'done';
    };
  </script>`),
  // A text that a careless pattern never gets through, in the page itself.
  '/stuck': page(`<p>${'a'.repeat(60)}!</p>`),
  // A list without roles, with options at the end of the page, and one with a text field.
  '/lists':
    page(`<select><option>Germany</option><option>XL</option></select><div id="size" onclick="list.hidden=false">Size</div><input role="combobox" id="land" placeholder="Country">
    <ul id="list" hidden><li>S</li><li>M</li><li>XL</li></ul><div id="lands"></div><script>
    const list = document.querySelector('#list');
    for (const li of list.children) li.onclick = () => { document.querySelector('#size').textContent = li.textContent; list.hidden = true; };
    const land = document.querySelector('#land'), lands = document.querySelector('#lands');
    land.onclick = () => setTimeout(() => {
      lands.innerHTML = ['Germany', 'Iceland'].map((name) => '<div role="option">' + name + '</div>').join('');
      for (const option of lands.children) option.onclick = () => { land.value = option.textContent; lands.innerHTML = ''; };
    }, 30);
  </script>`),
  // The list of a frame opens in the frame.
  '/framed-list': page('<iframe id="f" src="/lists" width="600" height="300"></iframe>'),
  // Each key fetches suggestions; the first response is lost, and arrow keys select.
  '/suggestions': page(`<input id="street"><ul role="listbox" id="offers"></ul><p id="chosen"></p><script>
    const street = document.querySelector('#street'), offers = document.querySelector('#offers');
    let asked = 0, at = -1;
    street.onkeyup = (event) => {
      if (event.key === 'ArrowDown') { at += 1; return; }
      if (event.key === 'Enter') { document.querySelector('#chosen').textContent = offers.children[at]?.textContent ?? ''; return; }
      const mine = ++asked;
      setTimeout(() => { if (mine === asked) offers.innerHTML = '<li role="option">' + street.value + ', Austin</li><li role="option">' + street.value + ', Dallas</li>'; }, 60);
    };
  </script>`),
  // Each key press renders the form again, so another element has the focus afterward.
  '/redrawn': page(`<div id="form"></div><p id="sent"></p><script>
    const known = {};
    const draw = () => {
      document.querySelector('#form').innerHTML = ['city', 'zip'].map((name) => '<label>' + name + ' <input name="' + name + '" value="' + (known[name] ?? '') + '"></label>').join('') + '<button>Go</button>';
      for (const field of document.querySelectorAll('input')) field.oninput = () => { known[field.name] = field.value; setTimeout(draw, 10); };
      document.querySelector('button').onclick = () => { document.querySelector('#sent').textContent = Object.values(known).join(' '); };
    };
    draw();
  </script>`),
  // A page that changes without a navigation, with a button that is enabled a moment later.
  '/single': page(`<div id="app"><button disabled id="next">Next</button></div><script>
    setTimeout(() => { document.querySelector('#next').disabled = false; }, 150);
    document.querySelector('#next').onclick = () => { history.pushState({}, '', '/single/done'); document.querySelector('#app').innerHTML = '<h1>Done</h1>'; };
  </script>`),
  // The same label twice: hidden for phones, and visible.
  '/agree': page(`<button class="new" onclick="document.title='right'">Go on</button>
<button id="other" onclick="document.title='wrong'">Other</button>
<p class="sum">12,99 EUR</p><p class="also">12,99 EUR</p><p class="old">11,99 EUR</p>
<iframe id="f" srcdoc="<button name='go' onclick='top.document.title=&quot;framed&quot;'>Inside</button>"></iframe>`),
  '/twice':
    page(`<div style="display:none"><button onclick="document.title='wrong'">Buy</button><b class="sum">9,99</b></div>
    <div><button onclick="document.title='right'">Buy</button><b class="sum">12,99</b></div>`),
  // New windows: by script, form, base target, and from a frame.
  '/windows': page(`<button onclick="window.open('/arrived?by=script','shop')">Script</button>
    <form action="/arrived" target="_blank"><input type="hidden" name="by" value="form"><button>Form</button></form>
    <button form="far" formtarget="other">Far</button><form id="far" action="/arrived"><input type="hidden" name="by" value="far"></form>
    <iframe id="f" src="/window-frame"></iframe>`),
  '/window-frame': page('<base target="_blank"><a href="/arrived?by=frame">Frame</a>'),
  '/arrived': page('<h1>Arrived</h1>'),
  // More is loaded on scrolling.
  '/endless': page(`<ol></ol><p id="end">More comes.</p><script>
    const list = document.querySelector('ol');
    const add = () => { for (let n = 0; n < 40; n += 1) list.append(Object.assign(document.createElement('li'), { textContent: 'Order ' + (list.children.length + 1) })); };
    add();
    new IntersectionObserver(([seen]) => {
      if (!seen.isIntersecting) return;
      if (list.children.length < 120) add(); else document.querySelector('#end').textContent = 'That is all.';
    }).observe(document.querySelector('#end'));
  </script><style>li{height:40px}</style>`),
  // Appears at any time, covers everything, and needs more than a click.
  '/where': page(`<h1>Shop</h1><button onclick="document.title='bought'">Add</button><script>
    setTimeout(() => {
      const veil = document.createElement('div');
      veil.id = 'veil'; veil.style = 'position:fixed;inset:0;background:#fff';
      veil.innerHTML = '<label>Your postal code <input></label><a href="#">Save</a>';
      veil.querySelector('a').onclick = () => { if (veil.querySelector('input').value === '78701') veil.remove(); };
      document.body.append(veil);
    }, 20);
  </script>`),
  // A frame of another host with a closed shadow root.
  '/card': page(`<iframe id="pay" src="${foreign}/pay"></iframe><p id="used"></p><script>
    addEventListener('message', ({ data }) => { document.querySelector('#used').textContent = data; });
  </script>`),
  // Secrets that recordings must hide: in a closed root, in a frame, and in an unmarked field.
  '/secrets':
    page(`<style>input{position:absolute;width:200px;height:40px;font-size:20px}iframe{position:absolute;left:0;top:200px;width:400px;height:100px;border:0}</style>
    <div id="host"></div><input name="answer" style="left:300px;top:0"><input name="plain" value="seen" style="left:300px;top:100px">
    <iframe srcdoc='<input autocomplete="cc-number" value="4242" style="position:absolute;left:0;top:0;width:200px;height:40px"><p style="position:absolute;left:250px;top:0;background:#0a0;width:50px;height:50px">'></iframe><script>
    document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML = '<input type="password" value="hunter2" style="position:absolute;left:0;top:0;width:200px;height:40px">';
  </script>`),
  // A stepper that starts at three, with a minus button.
  '/stepper': page(
    `<span id="less" onclick="out.value--">−</span><output id="out">3</output><span id="more" onclick="out.value++">+</span><p id="stock">Only 4 left</p>`,
  ),
  // Checkboxes that are checked by default.
  '/boxes': page(
    `<label><input type="checkbox" checked> Insurance</label><label><input type="checkbox" checked> Newsletter</label>`,
  ),
  // Totals in many places and notations.
  '/sums': page(`<dl><dt>Parcel 1</dt><dd class="ship">CHF 4.90</dd><dt>Parcel 2</dt><dd class="ship">CHF 5.–</dd></dl>
    <p class="fee">Deposit 0,25 €</p><p id="rounding">-0.02</p><p id="percent">−5 %</p><p id="free">Free</p>
    <p id="crowns">1 234,56 kr</p><p id="yen">¥1,234</p><p id="francs">CHF 1'234.50</p><p id="euros">1.234,56 €</p>
    <p id="split"><span>1.234</span><sup>56</sup> <small>€</small></p><meta itemprop="price" content="1234.56"><i data-cents="123456"></i>`),
});
