// Where the page is narrow: one role at a time, a choice of levels for each field.
import IconButton from '@mui/material/IconButton';
import { Icon } from '../../ui/icons.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import styles from './access.module.css';
import type { AccessDraft, CellWrite } from './access-draft.ts';
import {
  cellKey,
  levels,
  levelsOf,
  type AccessKind,
  type AccessModel,
  type AccessRow,
} from './access-model.ts';
import type { AccessRole } from './api.ts';
import { askWhyCell } from './ask-why-cell.ts';

type AccessListProps = {
  kind: AccessKind;
  model: AccessModel;
  rows: readonly AccessRow[];
  role: AccessRole;
  draft: AccessDraft;
  conflicts: ReadonlySet<string>;
  onWrite: (writes: readonly CellWrite[]) => void;
};

export function AccessList({ kind, model, rows, role, draft, conflicts, onWrite }: AccessListProps) {
  const roleId = role.id;
  const places = [...Map.groupBy(rows, ({ place }) => place)];
  return (
    <div className={styles.places}>
      {places.map(([place, ofPlace]) => (
        <section key={place} aria-label={place}>
          <div className={styles.place}>
            <h2 className={styles.placeName}>{place}</h2>
            <Select
              small
              aria-label={`Set all of ${place}`}
              value=""
              onChange={(event) => {
                const level = levelsOf(kind).find((one) => one === event.target.value);
                if (level !== undefined) onWrite(ofPlace.map((row) => ({ row, roleId, level })));
              }}
            >
              <option value="">Set all</option>
              {levelsOf(kind).map((level) => (
                <option key={level} value={level}>
                  {levels[level].word}
                </option>
              ))}
            </Select>
          </div>
          <ul className={styles.rows}>
            {ofPlace.map((row) => {
              const change = draft.get(cellKey(row.id, roleId));
              const now = change?.after ?? model.levelOf(row, roleId);
              return (
                <li key={row.id} className={styles.row}>
                  <span className={styles.words}>
                    <span className={styles.rowName}>
                      {row.name}
                      {change !== undefined && (
                        <span
                          className={styles.dot}
                          data-conflict={conflicts.has(cellKey(row.id, roleId)) || undefined}
                        >
                          <span className="rh-visually-hidden">
                            {conflicts.has(cellKey(row.id, roleId))
                              ? 'changed by somebody else'
                              : 'not saved'}
                          </span>
                        </span>
                      )}
                    </span>
                    <span className={styles.quiet}>{levels[now].word}</span>
                  </span>
                  {/* What is saved is explained; a draft is nobody's access yet. */}
                  {role.enabled && change === undefined && (
                    <IconButton
                      size="small"
                      className={styles.why!}
                      aria-label={`Why is ${row.name} so for ${role.name}?`}
                      title="Why is it so?"
                      onClick={() => askWhyCell(row, role)}
                    >
                      <Icon name="help" size={16} />
                    </IconButton>
                  )}
                  <fieldset className={styles.choice}>
                    <legend className="rh-visually-hidden">{`${row.name}, ${place}`}</legend>
                    {levelsOf(kind).map((level) => (
                      <label key={level} className={styles.target} title={levels[level].word}>
                        <input
                          type="radio"
                          name={`${row.id} ${roleId}`}
                          checked={now === level}
                          disabled={row.isFixed && level === 'Editable'}
                          onChange={() => onWrite([{ row, roleId, level }])}
                        />
                        <Icon
                          name={row.isFixed && level === 'Editable' ? 'lock' : levels[level].icon}
                          size={16}
                        />
                        <span className="rh-visually-hidden">{levels[level].word}</span>
                      </label>
                    ))}
                  </fieldset>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {rows.length === 0 && (
        <p className={styles.quiet}>Nothing is found. Find by another name, or choose all.</p>
      )}
    </div>
  );
}
