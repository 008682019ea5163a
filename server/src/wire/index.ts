/** The catalogs of errors and failure reasons, and how the current API presents them. */

export { envelopeOf, renderCurrent } from './current.ts';
export { describeApi } from './document.ts';
export {
  type ErrorCode,
  errorCatalog,
  everyBody,
  everyIdempotentRoute,
  everyOpenRoute,
  everyRoute,
  isErrorCode,
  legacyCodeOf,
} from './error-catalog.ts';
export { errorDocsRoutes } from './error-docs.ts';
export { errorReasons } from './error-reasons.ts';
export { errorResponses } from './errors.ts';
export { type ErrorType, errorTypes, failureReasons } from './failure-reasons.ts';
export { inlineCode } from './guide-pages.ts';
export { type LegacyCode, type LegacyStateCode, legacyStateCodes } from './legacy-codes.ts';
export { nextSteps } from './next-steps.ts';
export { currentSpace } from './space.ts';
