import { Failure } from '../../../../kit/failure.ts';

export const alreadyExists = (
  id: string,
  message = 'A rule with this id is there already: change it, or take another id.',
) => new Failure('already_exists', 409, message, { details: { resource: 'alert_rule', identifier: id, id } });
