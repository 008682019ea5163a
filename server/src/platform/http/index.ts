/** The base Fastify app: everything that routes share. */
export { prefers, prefersHtml } from './accept.ts';
export { addressBucket, clientAddress, isAddressIn, isAddressRange } from './address.ts';
export type { AddressSpace, Received, Rendered } from './address-space.ts';
export type { App } from './app.ts';
export { serveAsset } from './assets.ts';
export { bodyBytes } from './body.ts';
export { cookieValue } from './cookies.ts';
export { withOwnExample } from './example.ts';
export { asAttachment, fileAnswer } from './file-answer.ts';
export { isDate, isDateTime, isEmail, isWebUrl } from './formats.ts';
export { type Html, html, type PageParts, page, raw, sendPage, textOfHtml } from './html.ts';
export { waitWithoutCounting } from './in-flight.ts';
export { parseJson } from './json.ts';
export { answerParseError } from './json-rpc.ts';
export { listen } from './listen.ts';
export { hasProxyHeaders, isFromThisMachine, isLoopbackName, isOnlyForThisMachine } from './loopback.ts';
export {
  type ApiDescription,
  type Audience,
  audiences,
  exportOpenapi,
  finishRoutes,
  openapiGaps,
  withExample,
} from './openapi.ts';
export { afterField, cursorOf, pageFields, pageOf, pageQuery } from './paging.ts';
export { presentAs } from './present-as.ts';
export {
  type AnswerOf,
  type AnyRoute,
  addRoute,
  idsIn,
  noContent,
  type RequestOf,
  type Responses,
  type RouteShape,
  type SchemaOrNone,
} from './route.ts';
export { isFromOwnPage } from './same-origin.ts';
export { closed, described, describedEnum, moment, nullable, optionalBody, plainMoment, uuid } from './schema.ts';
export { type Pacing, sendInPieces, streamInPieces } from './send-in-pieces.ts';
export { createHttp, type HttpOptions, type Timeouts } from './server.ts';
export { closeHttp } from './stop.ts';
export { momentOf, timestamp } from './timestamp.ts';
export { createProblemFinder } from './validation.ts';
