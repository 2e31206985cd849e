// What is about to be taken, before it is saved. What could not be counted is not saved either.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { AskedImpact } from '../../platform/ask-impact.ts';
import { askWhereUsed } from '../../platform/ask-where-used.ts';
import { setChangeReason, useChangeReason, useHasFormReason } from '../../platform/change-reason.ts';
import { getChangeSource } from '../../platform/change-source.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ImpactList } from '../../ui/impact-list.tsx';
import { ReasonInput } from '../../ui/reason-input.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { findChangeImpact, type ChangeImpact } from './api.ts';
import type { WhereUsedLinks } from './where-used-panel.tsx';
import styles from './where-used.module.css';

/** Of more changes than these the first are looked at, and that is said. */
const mostLookedAt = 200;
/** So long an answer may take before it is said that it is waited for. */
const quickMs = 300;

type ImpactDialogProps = { asked: AskedImpact; toRecords: WhereUsedLinks['toRecords'] };

export function ImpactDialog({ asked, toRecords }: ImpactDialogProps) {
  const { title, confirmLabel, changes, says, answer } = asked;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['where-used', 'impact', changes],
    queryFn: ({ signal }) => findChangeImpact(changes.slice(0, mostLookedAt), signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const reason = useChangeReason();
  const isOfForm = useHasFormReason();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  // A link of the panel that names the places leads elsewhere: what was asked is not asked there.
  const { pathname } = useLocation();
  const [begun] = useState(pathname);
  useEffect(() => {
    if (pathname !== begun) answer(false);
  }, [pathname, begun, answer]);
  const touchesNothing = data?.length === 0 && says === undefined;
  useEffect(() => {
    if (touchesNothing) answer(true);
  }, [touchesNothing, answer]);
  if (touchesNothing || (data === undefined && error === null && !isSlow)) return null;
  return (
    <TitledDialog title={title} maxWidth="sm" onClose={() => answer(false)}>
      <DialogContent>
        {says !== undefined && <p className={styles.says}>{says}</p>}
        {data === undefined && error === null && <p role="status">Counting what this touches…</p>}
        {data === undefined && error !== null && (
          <ErrorAlert
            failure={error}
            title="What this touches could not be counted"
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <>
            {data.length > 0 && <p>This takes something from people or from places that use it:</p>}
            {data.length === 0 && <p>Nothing holds it, and nothing uses it.</p>}
            {changes.length > mostLookedAt && (
              <p>
                Of {changes.length.toLocaleString('en-US')} changes the first {mostLookedAt} were looked at.
              </p>
            )}
            {data.length > 0 && (
              <ImpactList
                label="What this touches"
                groups={data.map((impact) => toGroup(impact, toRecords))}
              />
            )}
          </>
        )}
        {getChangeSource() === 'ADMINISTRATION' && (
          <div className={styles.reason}>
            <ReasonInput
              hint={`It stands in the history of this change${isOfForm ? '' : ', and of those after it until you leave the page'}.`}
              value={reason}
              onChange={setChangeReason}
            />
          </div>
        )}
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={data === undefined || isFetching}
          onClick={() => answer(true)}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

function toGroup({ kind, id, fieldKey, name, lines }: ChangeImpact, toRecords: WhereUsedLinks['toRecords']) {
  return {
    name,
    lines: lines.map(({ sentence, recordTypeId, filters, isOfPlaces }) => ({
      sentence,
      to:
        recordTypeId == null || filters == null
          ? null
          : toRecords({ recordType: { id: recordTypeId, name: '' }, filters }),
      onOpen: isOfPlaces ? () => askWhereUsed({ kind, id, ...(fieldKey != null && { fieldKey }) }) : null,
    })),
  };
}
