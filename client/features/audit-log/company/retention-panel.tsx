import { mostAuditCounted } from '@rowhouse/domain/audit-log/company-limits.ts';
import { isShorter, retentionChoices, sayRetention } from '@rowhouse/domain/audit-log/retention.ts';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toSentence } from '../../../platform/request-failure.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { LateReason } from '../../../ui/late-reason.ts';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { auditRetention, countLogsOlder, updateRetention } from './api.ts';
import styles from './company-audit.module.css';

type Retention = { readonly years: number | null; readonly version: number };

/** For how long the audit log is kept: what would be dropped is counted and asked before it is. */
export function RetentionPanel({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const id = useId();
  const [chosen, setChosen] = useState(retention.years);
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const drops = chosen !== null && isShorter(chosen, retention.years);

  async function save() {
    setSaving(true);
    setFault(null);
    try {
      if (drops) {
        const { count, isMore } = await countLogsOlder(chosen);
        const many = isMore
          ? `More than ${mostAuditCounted.toLocaleString('en')}`
          : count.toLocaleString('en');
        const isSure = await confirm({
          title: `Keep the audit log for ${sayRetention(chosen)}?`,
          body:
            count === 0
              ? 'No entry is that old now. Each will be dropped when it is.'
              : `${many} ${count === 1 && !isMore ? 'entry is' : 'entries are'} older, and will be dropped within the hour.`,
          warning: 'What was dropped cannot be read or put back any more.',
          confirmLabel: count === 0 ? 'Keep so long' : 'Drop older entries',
          tone: 'danger',
        });
        if (!isSure) return;
      }
      const changed = await updateRetention(chosen, retention.version);
      client.setQueryData(auditRetention.queryKey, changed);
      await client.invalidateQueries({ queryKey: ['audit-log', 'company'] });
      snackbars.success('Changes Saved!');
      onClose();
    } catch (failure) {
      setFault(toSentence(failure));
      await client.invalidateQueries({ queryKey: auditRetention.queryKey });
    } finally {
      setSaving(false);
    }
  }

  return (
    <SidePanel
      place="edge"
      width={440}
      title="How long is it kept?"
      note="Entries of records and of what is configured."
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={isSaving || chosen === retention.years}
            onClick={() => void save()}
          >
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={styles.retention}>
        <label htmlFor={id}>Keep the audit log</label>
        <Select
          id={id}
          value={chosen ?? ''}
          onChange={({ target }) => setChosen(target.value === '' ? null : Number(target.value))}
        >
          <option value="">Forever</option>
          {retentionChoices.map((years) => (
            <option key={years} value={years}>
              {sayRetention(years)}
            </option>
          ))}
        </Select>
        <p>
          {chosen === null
            ? 'Nothing is ever dropped.'
            : `Entries older than ${sayRetention(chosen)} are dropped, the history of records among them. Records themselves stay as they are.`}
        </p>
        <LateReason />
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </SidePanel>
  );
}
