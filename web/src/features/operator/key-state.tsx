import { Badge } from '../../ui/badge.tsx';

export const KeyState = ({ of: key }: { of: { revoked_at: string | null; frozen_at: string | null } }) =>
  key.revoked_at ? (
    <Badge>Revoked</Badge>
  ) : key.frozen_at ? (
    <Badge tone="bad">Frozen</Badge>
  ) : (
    <Badge tone="good">Works</Badge>
  );
