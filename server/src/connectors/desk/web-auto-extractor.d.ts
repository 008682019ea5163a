declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options?: object);
    parse(page: string): { metatags?: object; microdata?: unknown; rdfa?: unknown; jsonld?: unknown };
  }
}
