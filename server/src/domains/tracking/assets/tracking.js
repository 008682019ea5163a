// Looks for changes while the page is visible, and stops once nothing more will happen.
const everyMs = 5000;

async function refresh() {
  const main = document.querySelector('main');
  if (main.dataset.refresh !== 'on') return;
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        main.replaceWith(fresh.querySelector('main'));
        document.title = fresh.title;
      }
    } catch {
      // Offline: what is shown stays, and the next look may succeed.
    }
  }
  setTimeout(refresh, everyMs);
}

setTimeout(refresh, everyMs);
