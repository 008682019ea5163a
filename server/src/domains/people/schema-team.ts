import { Type } from 'typebox';
import { closed, described, nullable, uuid, withExample } from '../../platform/http/index.ts';
import { roles } from '../access/accounts/index.ts';

const time = () => Type.String({ format: 'date-time' });
export const roleField = () =>
  Type.Enum([...roles], {
    description:
      'viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything.',
  });

const exampleId = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';

const MemberView = Type.Object(
  {
    id: uuid(),
    email: Type.String({ description: 'Email address that the member signs in with.' }),
    name: nullable(Type.String(), { description: 'Name of the member, if they gave one.' }),
    role: described(roleField(), 'What the member can do on the account.'),
    joined_at: described(time(), 'When the member joined the account.'),
    is_you: Type.Boolean({ description: 'Whether this is you.' }),
  },
  { title: 'TeamMember', description: 'A member of the account.' },
);
const exampleMember = {
  id: exampleId,
  email: 'jane@example.com',
  name: 'Jane',
  role: 'owner' as const,
  joined_at: '2026-08-21T10:00:00.000Z',
  is_you: true,
};
export const Member = withExample(MemberView, exampleMember);

const InvitationFields = Type.Object(
  {
    id: uuid(),
    email: Type.String({ description: 'Email address that was invited.' }),
    role: roleField(),
    created_at: time(),
    expires_at: described(time(), 'When the invitation expires.'),
  },
  { title: 'Invitation', description: 'An invitation to the account.' },
);
const exampleInvitation = {
  id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
  email: 'bob@example.com',
  role: 'buyer' as const,
  created_at: '2026-08-21T10:00:00.000Z',
  expires_at: '2026-08-28T10:00:00.000Z',
};
export const Invitation = withExample(InvitationFields, exampleInvitation);

export const Team = withExample(
  Type.Object({
    people: Type.Array(MemberView, { description: 'Members of the account.' }),
    invitations: Type.Array(InvitationFields, { description: 'Invitations that can still be accepted.' }),
    total: Type.Integer(),
  }),
  { people: [exampleMember], invitations: [exampleInvitation], total: 1 },
);

export const InviteBody = withExample(
  closed({
    email: Type.String({ description: 'Email address to invite.', format: 'email', maxLength: 254 }),
    role: roleField(),
  }),
  {
    email: 'bob@example.com',
    role: 'buyer' as const,
  },
);
export const RoleBody = withExample(closed({ role: roleField() }), { role: 'viewer' });
export const RemovalQuery = closed({
  revoke_keys: Type.Optional(
    Type.Boolean({ default: false, description: 'Also revoke every key that this person created on the account.' }),
  ),
});

export const TokenPath = Type.Object({
  token: Type.String({ description: 'Token from the link in the invitation email.', minLength: 1, maxLength: 100 }),
});

const OfferFields = Type.Object({
  account_id: uuid({ description: 'UUID of the account that invited you.' }),
  account: Type.String({ description: 'Email address of the account.' }),
  role: roleField(),
  invited_by: nullable(Type.String(), { description: 'Who invited you.' }),
  expires_at: time(),
});
const exampleOffer = {
  account_id: exampleId,
  account: 'jane@example.com',
  role: 'buyer' as const,
  invited_by: 'Jane',
  expires_at: '2026-08-28T10:00:00.000Z',
};
export const Offer = withExample(OfferFields, exampleOffer);
export const OfferBody = withExample(
  closed({
    accepted: Type.Boolean({
      description: "True to accept, false to decline. Either way, the invitation can't be used again.",
    }),
  }),
  { accepted: true },
);

export const MeBody = withExample(
  closed({
    name: nullable(Type.String({ maxLength: 100, description: 'Name that other people on your accounts see.' })),
  }),
  { name: 'Jane' },
);
export const ChooseBody = withExample(
  closed({ account_id: uuid({ description: 'UUID of the account to switch to.' }) }),
  { account_id: exampleId },
);
