// Search, the chosen language of samples, the theme, and trying an operation. The pages can be read without it.

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
let index = null;

async function openSearch() {
  dialog.showModal();
  input.focus();
  input.select();
  index ??= fetch('/docs/search.json').then((answer) => answer.json());
  await showHits();
}

async function showHits() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = await index;
  const scored =
    words.length === 0 ? [] : entries.map((entry) => [scoreOf(entry, words), entry]).filter(([score]) => score > 0);
  scored.sort(([a], [b]) => b - a);
  hits.replaceChildren(...scored.slice(0, 20).map(([, entry]) => hitOf(entry)));
  if (words.length > 0 && scored.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'Nothing found.';
    hits.append(none);
  }
}

function scoreOf({ title, place, text }, words) {
  let score = 0;
  for (const word of words) {
    const here =
      (title.toLowerCase().includes(word) ? 4 : 0) +
      (place.toLowerCase().includes(word) ? 2 : 0) +
      (text.toLowerCase().includes(word) ? 1 : 0);
    if (here === 0) return 0;
    score += here;
  }
  return score;
}

function hitOf({ title, place, url }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const small = document.createElement('small');
  link.href = url;
  link.textContent = title;
  small.textContent = place;
  link.append(small);
  link.addEventListener('click', () => dialog.close());
  item.append(link);
  return item;
}

if (dialog) {
  document.querySelector('[data-search]')?.addEventListener('click', openSearch);
  input.addEventListener('input', showHits);
  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    hits.querySelector('a')?.click();
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

function chooseLanguage(name) {
  remember('errand.docs.language', name);
  for (const sample of document.querySelectorAll('[data-sample]')) sample.hidden = sample.dataset.sample !== name;
  for (const button of document.querySelectorAll('.sample-tabs button'))
    button.setAttribute('aria-pressed', String(button.textContent === name));
}

for (const samples of document.querySelectorAll('.samples')) {
  const tabs = document.createElement('p');
  tabs.className = 'sample-tabs';
  for (const name of languages) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => chooseLanguage(name));
    tabs.append(button);
  }
  samples.prepend(tabs);
  for (const name of samples.querySelectorAll('.sample-name')) name.hidden = true;
}
const language = remembered('errand.docs.language');
chooseLanguage(languages.includes(language) ? language : 'curl');

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
  status.textContent = 'Sending …';
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
