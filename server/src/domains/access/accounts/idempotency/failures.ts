import { Failure } from '../../../../kit/failure.ts';

export const keyReusedWithOtherBody = (resource: string, key: string, id: string): Failure =>
  new Failure('already_exists', 409, 'This idempotency key was used with a different body. Use a new key.', {
    details: { resource, identifier: key, id },
  });

export const requestStillRunning = (): Failure =>
  new Failure('idempotency_in_flight', 409, 'The first request with this idempotency key is still running.', {
    headers: { 'Retry-After': '1' },
  });
