import { Chip } from '../../ui/chip.tsx';
import type { Member } from './api.ts';

type MemberStateProps = { member: Pick<Member, 'enabled' | 'personEnabled'> };

export function MemberState({ member: { enabled, personEnabled } }: MemberStateProps) {
  if (!personEnabled) return <Chip tone="grey">Account disabled</Chip>;
  return enabled ? <Chip tone="green">Active</Chip> : <Chip tone="grey">Disabled</Chip>;
}
