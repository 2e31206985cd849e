// Which statuses a record may go to, each that is closed with its reason. The server decides by the same function; what is
// not known here is left to it.
import { judgeTransition, type StatusMove } from '@rowhouse/domain/status-paths/judge-transition.ts';
import type { Option } from '../../ui/inputs/option.ts';
import type { OwnPath } from './use-status-path.ts';

export type KnownRecord = Pick<StatusMove, 'from' | 'createdBy' | 'read'>;

/** A record that is still being written: nothing is known of it but that it is new. */
export const newRecordMove: KnownRecord = { from: null, createdBy: undefined, read: () => undefined };

export const withMoves = (
  options: readonly Option[] | undefined,
  path: OwnPath | null,
  record: KnownRecord,
): readonly Option[] | undefined =>
  path === null
    ? options
    : options?.map((option) => {
        const { whyNot } = judgeTransition(path, { ...record, to: Number(option.id), userId: path.userId });
        return whyNot === null ? option : { ...option, whyNot };
      });
