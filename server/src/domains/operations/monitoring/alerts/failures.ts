import { Failure } from '../../../../kit/failure.ts';

export const alreadyExists = (
  id: string,
  message = 'A rule with this ID already exists. Edit it or choose another ID.',
) => new Failure('already_exists', 409, message, { details: { resource: 'alert_rule', identifier: id, id } });
