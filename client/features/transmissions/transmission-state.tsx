import type { TransmissionState } from '@rowhouse/domain/contract.generated.ts';
import { Chip, type ChipTone } from '../../ui/chip.tsx';

export const stateLooks: Readonly<Record<TransmissionState, { tone: ChipTone; name: string }>> = {
  QUEUED: { tone: 'blue', name: 'Queued' },
  DELIVERED: { tone: 'green', name: 'Delivered' },
  SEEN: { tone: 'green', name: 'Seen' },
  FAILED: { tone: 'amber', name: 'Failed, will try again' },
  DEAD: { tone: 'red', name: 'Dead, needs a person' },
  SUPERSEDED: { tone: 'grey', name: 'Superseded' },
};

export function TransmissionStateChip({ state }: { state: TransmissionState }) {
  const { tone, name } = stateLooks[state];
  return <Chip tone={tone}>{name}</Chip>;
}
