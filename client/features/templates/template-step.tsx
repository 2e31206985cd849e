import Button from '@mui/material/Button';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { LateReason } from '../../ui/late-reason.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { applyTemplates, type CompanyTemplate } from './api.ts';
import styles from './templates.module.css';
import { useSetUpChange } from './use-set-up.ts';

type TemplateStepProps = {
  templates: readonly CompanyTemplate[];
  /** Keys. */
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
  /** Whether starting empty is still a choice. */
  mayStartEmpty: boolean;
  onDone: () => void;
};

/** What the company works with: ticked templates become record types, all or none. */
export function TemplateStep({ templates, chosen, onChoose, mayStartEmpty, onDone }: TemplateStepProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const [running, setRunning] = useState(false);
  const change = useSetUpChange();
  const picked = templates.filter(({ key, isThere }) => chosen.includes(key) && !isThere);

  async function apply(keys: readonly string[]) {
    if (running) return;
    setRunning(true);
    setFailure(null);
    try {
      await change(() => applyTemplates(keys));
      if (keys.length > 0)
        snackbars.success(keys.length === 1 ? 'The record type is made.' : 'The record types are made.');
      onChoose([]);
      onDone();
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setRunning(false);
    }
  }

  return (
    <div className={styles.template}>
      <div role="group" aria-label="Templates" className={styles.cards}>
        {templates.map(({ key, name, special, fields, statuses, isThere }) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text stands two elements deeper
          <label key={key} className={styles.card} data-off={isThere || undefined}>
            <input
              type="checkbox"
              checked={isThere || chosen.includes(key)}
              disabled={isThere}
              aria-describedby={`template-${key}`}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
              }
            />
            <span className={styles.cardWords}>
              <span className={styles.cardName}>{name}</span>
              <span id={`template-${key}`} className={styles.quiet}>
                {isThere
                  ? 'This company has it.'
                  : `${fields.length} fields, ${special}, ${statuses.length} statuses`}
              </span>
            </span>
          </label>
        ))}
      </div>
      {failure !== null && <ErrorAlert failure={failure} title="Nothing was made" />}
      {picked.length > 0 && <LateReason />}
      <div className={styles.line}>
        <Button
          variant="contained"
          disabled={picked.length === 0}
          aria-disabled={running}
          onClick={() => void apply(picked.map(({ key }) => key))}
        >
          {running ? 'Making them…' : sayCreate(picked.length)}
        </Button>
        {picked.length > 0 && <span className={styles.quiet}>{sayWith(picked)}</span>}
        {mayStartEmpty && (
          <Button variant="text" aria-disabled={running} onClick={() => void apply([])}>
            Start empty
          </Button>
        )}
      </div>
    </div>
  );
}

const sayCreate = (count: number): string =>
  count === 0 ? 'Create record types' : count === 1 ? 'Create 1 record type' : `Create ${count} record types`;

function sayWith(picked: readonly CompanyTemplate[]): string {
  const roles = new Set(picked.map(({ roleName }) => roleName)).size;
  const lists = new Set(picked.flatMap(({ listNames }) => listNames)).size;
  return `with ${roles === 1 ? 'a role' : `${roles} roles`}, ${lists === 1 ? 'a list' : `${lists} lists`} and a menu`;
}
