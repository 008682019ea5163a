// Looks for changes while the page is visible, and stops once nothing more will happen.
const everyMs = 5000;

/** Times in the reader's own zone, with UTC as the tooltip. Without this script they are in UTC, and say so. */
function showOwnTimes() {
  const own = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'long',
  });
  for (const time of document.querySelectorAll('time[datetime]')) {
    time.title = time.textContent;
    time.textContent = own.format(new Date(time.dateTime));
  }
  for (const note of document.querySelectorAll('[data-times]')) note.textContent = note.dataset.times;
}

async function refresh() {
  const main = document.querySelector('main');
  if (main.dataset.refresh !== 'on') return;
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        main.replaceWith(fresh.querySelector('main'));
        showOwnTimes();
        document.title = fresh.title;
      }
    } catch {
      // Offline: what is shown stays, and the next look may succeed.
    }
  }
  setTimeout(refresh, everyMs);
}

showOwnTimes();
setTimeout(refresh, everyMs);
