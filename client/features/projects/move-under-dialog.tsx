import { useQueryClient } from '@tanstack/react-query';
import { refetchAfterWrite } from '../../platform/refetch-after-write.ts';
import { moveRecords } from './api.ts';
import { FindRecordDialog } from './find-record-dialog.tsx';
import { judgeTarget } from './judge-target.ts';
import { placeRecords } from './place-records.ts';

type MoveUnderDialogProps = {
  recordIds: readonly number[];
  onClose: () => void;
};

/** Puts several records under one that is found by its number; what cannot go there is told, and the others go. */
export function MoveUnderDialog({ recordIds, onClose }: MoveUnderDialogProps) {
  const client = useQueryClient();
  const refresh = () =>
    void Promise.all([refetchAfterWrite(client, ['records']), refetchAfterWrite(client, ['projects'])]);
  const what = recordIds.length === 1 ? 'the selected record' : `the ${recordIds.length} selected records`;
  return (
    <FindRecordDialog
      title={`Under which record ${recordIds.length === 1 ? 'does' : 'do'} ${what} stand?`}
      verb="Move under"
      judge={(found) => judgeTarget(found, new Set(recordIds))}
      onChoose={({ record }) => {
        onClose();
        void placeRecords(
          () =>
            moveRecords(
              record.id,
              recordIds.map((id) => ({ id })),
            ),
          'moved',
          refresh,
        );
      }}
      onClose={onClose}
    />
  );
}
