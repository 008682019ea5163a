import { notFound } from '../kit/failure.ts';
import type { AddressSpace } from '../platform/http/index.ts';
import { renderCurrent } from './current.ts';
import { validationError } from './errors.ts';

/** The current API: only declared fields, one error envelope, and pages for people who follow a link. */
export const currentSpace = (publicUrl: string): AddressSpace => ({
  takesAnything: false,
  showsPages: true,
  // A query that is not UTF-8 is refused everywhere, even where no parameter is expected.
  everyResponse: { 422: { ...validationError } },
  render: (error) => renderCurrent(error, publicUrl),
  noSuchPath: notFound,
});
