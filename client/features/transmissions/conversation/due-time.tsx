import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { Chip } from '../../../ui/chip.tsx';

/** When an answer of the own company is due: in words, and not by its colour alone. */
export function DueTime({ dueAt, isOverdue }: { dueAt?: string | null; isOverdue: boolean }) {
  if (dueAt == null) return 'No date';
  const at = showInstant(dueAt, viewerZone());
  return isOverdue ? <Chip tone="red">{`Overdue since ${at}`}</Chip> : at;
}
