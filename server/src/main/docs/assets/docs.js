// Search, the language of samples, copying, the theme, and trying an operation. The pages can be read without it.

const remembered = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const remember = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

const root = document.documentElement;
const theme = remembered('errand.docs.theme');
if (theme) root.dataset.theme = theme;
document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
  const isDark =
    getComputedStyle(root).colorScheme === 'dark' ||
    (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'light' : 'dark';
  remember('errand.docs.theme', root.dataset.theme);
});

const menu = document.querySelector('.docs-menu');
const wide = matchMedia('(min-width: 52.01rem)');
const fold = () => {
  if (menu) menu.open = wide.matches;
};
fold();
wide.addEventListener('change', fold);

const dialog = document.querySelector('.docs-search');
const input = dialog?.querySelector('input');
const hits = dialog?.querySelector('ul');
let latest = 0;

function openSearch(event) {
  event?.preventDefault();
  dialog.showModal();
  input.focus();
  input.select();
}

async function showHits() {
  const query = input.value.trim();
  latest += 1;
  const own = latest;
  const found =
    query === '' ? [] : await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`).then((answer) => answer.json());
  // The reader has typed on since.
  if (own !== latest) return;
  hits.replaceChildren(...found.map(hitOf));
  if (query !== '' && found.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'No results.';
    hits.append(none);
  }
}

function hitOf({ title, place, url, excerpt }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = title;
  for (const text of [place, excerpt]) {
    const small = document.createElement('small');
    small.textContent = text;
    link.append(small);
  }
  link.addEventListener('click', () => dialog.close());
  item.append(link);
  return item;
}

if (dialog) {
  document.querySelector('[data-search]')?.addEventListener('click', openSearch);
  input.addEventListener('input', showHits);
  dialog.querySelector('form').addEventListener('submit', (event) => {
    const first = hits.querySelector('a');
    if (!first) return;
    event.preventDefault();
    first.click();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...hits.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    (links[at] ?? input).focus();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    const isAsked =
      (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey));
    if (!isAsked || dialog.open) return;
    event.preventDefault();
    openSearch();
  });
}

const languages = ['curl', 'TypeScript', 'Python'];

/** Shows every sample in this language, or in the first one that it has. */
function chooseLanguage(name) {
  for (const samples of document.querySelectorAll('.samples')) {
    const own = [...samples.querySelectorAll('[data-sample]')];
    const chosen = own.some(({ dataset }) => dataset.sample === name) ? name : own[0]?.dataset.sample;
    for (const sample of own) sample.hidden = sample.dataset.sample !== chosen;
    for (const button of samples.querySelectorAll('.sample-tabs button'))
      button.setAttribute('aria-pressed', String(button.textContent === chosen));
  }
}

for (const samples of document.querySelectorAll('.samples')) {
  const tabs = document.createElement('div');
  tabs.className = 'sample-tabs';
  tabs.setAttribute('role', 'group');
  tabs.setAttribute('aria-label', 'Language');
  for (const { dataset } of samples.querySelectorAll('[data-sample]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = dataset.sample;
    button.addEventListener('click', () => {
      const before = button.getBoundingClientRect().top;
      remember('errand.docs.language', dataset.sample);
      chooseLanguage(dataset.sample);
      // Samples above may have become longer or shorter: what the reader looks at stays where it is.
      scrollBy(0, button.getBoundingClientRect().top - before);
    });
    tabs.append(button);
  }
  samples.prepend(tabs);
  for (const name of samples.querySelectorAll('.sample-name')) name.hidden = true;
  samples.dataset.ready = '';
}
const language = remembered('errand.docs.language');
chooseLanguage(languages.includes(language) ? language : 'curl');

// Browsers let pages copy over https and on this machine only.
const copyable = navigator.clipboard ? document.querySelectorAll('.docs-main pre:not([hidden])') : [];
for (const block of copyable) {
  const frame = document.createElement('div');
  const button = document.createElement('button');
  frame.className = 'code';
  button.className = 'copy';
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.replaceWith(frame);
  frame.append(block, button);
}

for (const field of document.querySelectorAll('[data-key]')) {
  field.value = remembered('errand.docs.key') ?? '';
  field.addEventListener('change', () => {
    remember('errand.docs.key', field.value.trim());
    for (const other of document.querySelectorAll('[data-key]')) other.value = field.value.trim();
  });
}

async function sendForm(form) {
  const status = form.querySelector('[role="status"]');
  const shown = form.querySelector('pre');
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll('[data-in]')) {
    const value = field.value.trim();
    if (field.dataset.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(field.name, value);
  }
  const key = form.querySelector('[data-key]')?.value.trim() ?? '';
  const body = form.elements.body?.value.trim() ?? '';
  const headers = {};
  if (key !== '') headers.authorization = form.dataset.auth === 'basic' ? `Basic ${btoa(`${key}:`)}` : `Bearer ${key}`;
  if (body !== '') headers['content-type'] = 'application/json';
  if (form.dataset.method !== 'GET') headers['idempotency-key'] = crypto.randomUUID?.() ?? String(Math.random());
  status.textContent = 'Sending…';
  try {
    const answer = await fetch(query.size > 0 ? `${path}?${query}` : path, {
      method: form.dataset.method,
      headers,
      credentials: 'omit',
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    status.textContent = `${answer.status} · request ${answer.headers.get('x-request-id')}`;
    shown.hidden = false;
    shown.firstElementChild.textContent = pretty(text);
  } catch (error) {
    status.textContent = String(error);
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const form of document.querySelectorAll('.try form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sendForm(form);
  });
