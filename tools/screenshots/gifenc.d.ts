declare module 'gifenc' {
  interface Encoder {
    writeFrame(
      pixels: Uint8Array,
      width: number,
      height: number,
      options: { palette: number[][]; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(pixels: Uint8Array, colours: number): number[][];
    applyPalette(pixels: Uint8Array, palette: number[][]): Uint8Array;
  };
  export default gifenc;
}
