import barcode from 'bwip-js/node';
import { assertDefined } from '../../../../kit/assert-defined.ts';

/** Bars as [distance from the left, width], in modules. */
export interface Bars {
  width: number;
  bars: [x: number, width: number][];
}

/** Code 128 works in every warehouse and packs digits in pairs. */
export function code128(text: string): Bars {
  const [code] = barcode.raw('code128', text) as { sbs: number[] }[];
  const bars: Bars['bars'] = [];
  let x = 0;
  for (const [index, width] of assertDefined(code).sbs.entries()) {
    // Bars and spaces alternate, starting with a bar.
    if (index % 2 === 0) bars.push([x, width]);
    x += width;
  }
  return { width: x, bars };
}

/** Dark modules as [column, row] from the top left. */
export interface Matrix {
  size: number;
  dark: [column: number, row: number][];
}

/** A QR code that stays readable with a quarter of it damaged. */
export function qrCode(text: string): Matrix {
  const [code] = barcode.raw('qrcode', text, 'eclevel=Q') as { pixs: number[]; pixx: number }[];
  const size = assertDefined(code).pixx;
  const dark = assertDefined(code).pixs.flatMap((pixel, index): Matrix['dark'] =>
    pixel === 1 ? [[index % size, Math.floor(index / size)]] : [],
  );
  return { size, dark };
}
