import type { Glyph } from './kind.ts';
import type { Product } from './product.ts';
import { hash32 } from './seeded-random.ts';

/** 24 by 24 line drawings. */
const drawings: Readonly<Record<Glyph, string>> = {
  audio: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H5a1 1 0 0 1-1-1zM20 14h-3v6h2a1 1 0 0 0 1-1z',
  book: 'M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10M9 8h5',
  bottle: 'M10 3h4v4l2 3v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10l2-3zM8 13h8',
  box: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  card: 'M4 6h16v12H4zM4 10h16M7 15h4',
  chair: 'M7 3v10h10V3M6 13h12v3H6zM8 16v5M16 16v5M7 7h10',
  flower:
    'M12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 7a3 3 0 1 1 3 3M15 10a3 3 0 1 1-3 3M12 13a3 3 0 1 1-3-3M9 10a3 3 0 1 1 3-3M12 16v6M12 20c2 0 4-1 5-3',
  gem: 'M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3 11 3-11-3-6z',
  heart: 'M12 20s-8-5-8-11a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 9c0 6-8 11-8 11z',
  lamp: 'M8 3h8l3 8H5zM12 11v8M8 21h8M9 19h6',
  paw: 'M12 12c3 0 5 3 5 5.5S15 21 12 20c-3 1-5 0-5-2.5S9 12 12 12zM6 12a1.6 2 0 1 0 0-4 1.6 2 0 0 0 0 4zM18 12a1.6 2 0 1 0 0-4 1.6 2 0 0 0 0 4zM9.5 8a1.6 2.2 0 1 0 0-4.4 1.6 2.2 0 0 0 0 4.4zM14.5 8a1.6 2.2 0 1 0 0-4.4 1.6 2.2 0 0 0 0 4.4z',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  pot: 'M5 10h14v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM3 11h2M19 11h2M9 7c0-2 1-2 1-4M14 7c0-2 1-2 1-4',
  screen: 'M3 5h18v12H3zM9 21h6M12 17v4',
  shirt: 'M8 4l4 3 4-3 5 4-3 3-1-1v10H7V10l-1 1-3-3z',
  shoe: 'M3 9l2 1c2 0 3-1 4-3l3 4 6 2c2 .6 3 1.5 3 4v1H3zM3 18h18M11 11l2-1',
  sofa: 'M5 11V8a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v3M3 12a2 2 0 0 1 4 0v2h10v-2a2 2 0 0 1 4 0v6H3zM6 18v2M18 18v2',
  star: 'M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3 1.2-6.2L3 9.5l6.3-.8z',
  tent: 'M12 5L3 20h18zM12 5l-1-2M12 5l1-2M12 12l-4 8M12 12l4 8',
  wrench: 'M14 7a4 4 0 0 1 5-3l-2.5 2.5 1 2 2 1L22 7a4 4 0 0 1-5.5 4.6L8 20a2 2 0 0 1-3-3l8.5-8.5A4 4 0 0 1 14 7z',
};

/** Draws the kind's glyph on a gradient. */
export function drawProduct(product: Product): string {
  const seed = hash32(`image ${product.retailer} ${product.productId}`);
  const hue = seed % 360;
  const second = (hue + 28 + ((seed >>> 9) % 40)) % 360;
  const tilt = (seed >>> 5) % 90;
  // Unique, because a page may have several pictures.
  const gradient = `g${seed.toString(36)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" role="img" aria-label="${escapeXml(product.title)}">`,
    `<defs><linearGradient id="${gradient}" gradientTransform="rotate(${tilt} .5 .5)">`,
    `<stop offset="0" stop-color="hsl(${hue} 68% 90%)"/><stop offset="1" stop-color="hsl(${second} 62% 76%)"/>`,
    `</linearGradient></defs><rect width="480" height="480" fill="url(#${gradient})"/>`,
    `<circle cx="240" cy="218" r="142" fill="#fff" fill-opacity=".55"/>`,
    `<g transform="translate(132 110) scale(9)" fill="none" stroke="hsl(${hue} 45% 28%)" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">`,
    `<path d="${drawings[product.kind.glyph]}"/></g>`,
    `<text x="240" y="424" text-anchor="middle" font-family="system-ui,sans-serif" font-size="24" font-weight="600" fill="hsl(${hue} 45% 24%)">`,
    `${escapeXml(product.brand)}</text></svg>`,
  ].join('');
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
