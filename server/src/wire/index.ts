/** The words of the current API: what its errors are called, how they look, and how the document describes them. */
export { type ErrorCode, everyBody, everyIdempotentRoute, everyOpenRoute, everyRoute } from './catalogue.ts';
export { envelopeOf, renderCurrent } from './current.ts';
export { describeApi } from './document.ts';
export { errorDocsRoutes } from './error-docs.ts';
export { errors, validationError } from './errors.ts';
export { currentSpace } from './space.ts';
