import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateStep } from './template-step.tsx';
import styles from './templates.module.css';
import { useCompanyTemplates } from './use-set-up.ts';

/** Templates stay at hand when the first steps are done. */
export function TemplateDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const { data: templates, error, refetch } = useCompanyTemplates();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ticked = templates?.filter(({ key, isThere }) => !isThere && chosen.includes(key)) ?? [];
  return (
    <TitledDialog title="Add record types from templates" maxWidth="sm" isWholeOnPhone onClose={onClose}>
      <DialogContent className={styles.dialog!}>
        {templates === undefined && error === null && <ProgressLine active label="Loading the templates" />}
        {templates === undefined && error !== null && (
          <ErrorAlert
            failure={error}
            title="The templates could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        {templates !== undefined && (
          <TemplateStep
            templates={templates}
            chosen={chosen}
            onChoose={setChosen}
            mayStartEmpty={false}
            onDone={onMade}
          />
        )}
        {ticked.length > 0 && <TemplatePreview templates={ticked} />}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
