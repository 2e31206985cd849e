import { Chip, type ChipTone } from '../../ui/chip.tsx';
import type { OwnMapping } from './api.ts';

type State = OwnMapping['state'];

const looks: Readonly<Record<State, { tone: ChipTone; own: string; offered: string }>> = {
  DRAFT: { tone: 'grey', own: 'Not offered yet', offered: 'Not offered yet' },
  OFFERED: { tone: 'amber', own: 'Waits for approval', offered: 'Waits for you' },
  CHANGED: { tone: 'amber', own: 'Changed, waits for approval', offered: 'Changed, waits for you' },
  APPROVED: { tone: 'green', own: 'Approved', offered: 'Approved' },
  DECLINED: { tone: 'red', own: 'Declined', offered: 'Declined' },
  DISABLED: { tone: 'grey', own: 'Switched off', offered: 'Switched off by them' },
};

export function MappingState({ state, side }: { state: State; side: 'own' | 'offered' }) {
  const look = looks[state];
  return <Chip tone={look.tone}>{look[side]}</Chip>;
}
