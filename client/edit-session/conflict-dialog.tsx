import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useId, useState } from 'react';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import type { Choice, Choices, ConflictQuestion } from './conflicts.ts';
import styles from './conflict-dialog.module.css';

const shown = (text: string) =>
  text === '' ? <span className={styles.empty}>empty</span> : <span className={styles.value}>{text}</span>;

/** Per field: what it was, what somebody else, or I in another window, made of it, and what I make of it. Each is decided for itself. */
export function ConflictDialog({ title, who = null, fields, taken, kept, onAnswer }: ConflictQuestion) {
  const isOwn = who?.isOwn === true;
  const titleId = useId();
  const bodyId = useId();
  const [choices, setChoices] = useState<Choices>(new Map());
  const open = fields.filter(({ key }) => !choices.has(key)).length;
  const choose = (keys: readonly string[], choice: Choice) =>
    setChoices((before) => new Map([...before, ...keys.map((key) => [key, choice] as const)]));
  const keys = fields.map(({ key }) => key);

  return (
    <TitledDialog
      title={title}
      isWholeOnPhone
      maxWidth="md"
      onClose={() => onAnswer(null)}
      aria-describedby={bodyId}
    >
      <DialogContent>
        <div id={bodyId} className={styles.lead}>
          <p>
            {`${isOwn ? 'You' : (who?.name ?? 'Somebody else')} changed ${
              fields.length === 1 ? 'the same field' : `the same ${fields.length} fields`
            } ${who === null ? 'since you opened the record' : who.ago}${isOwn ? ' in another window' : ''}. Which ${
              fields.length === 1 ? 'value' : 'values'
            } shall stand?`}
          </p>
          {taken.length > 0 && (
            <p>{`${isOwn ? 'There you' : 'They'} also changed ${taken.join(', ')}: that is kept.`}</p>
          )}
          {kept.length > 0 && <p>{`Your changes of ${kept.join(', ')} are kept.`}</p>}
        </div>
        {fields.length > 1 && (
          <p className={styles.all}>
            <Button size="small" onClick={() => choose(keys, 'mine')}>
              Keep all of mine
            </Button>
            <Button size="small" onClick={() => choose(keys, 'theirs')}>
              {isOwn ? 'Take all that is saved' : 'Take all of theirs'}
            </Button>
          </p>
        )}
        <div className={styles.fields}>
          {fields.map((field) => (
            <fieldset key={field.key} className={styles.field}>
              <legend className={styles.name}>{field.name}</legend>
              <div className={styles.original}>
                <span className={styles.whose}>It was</span>
                {shown(field.original)}
              </div>
              {(['theirs', 'mine'] as const).map((choice) => (
                <label
                  key={choice}
                  className={styles.choice}
                  data-chosen={choices.get(field.key) === choice || undefined}
                >
                  <input
                    type="radio"
                    name={`${titleId}-${field.key}`}
                    checked={choices.get(field.key) === choice}
                    onChange={() => choose([field.key], choice)}
                  />
                  <span>
                    <span className={styles.whose}>
                      {choice === 'mine' ? 'Keep mine' : isOwn ? 'Take what is saved' : 'Take theirs'}
                    </span>
                    {shown(field[choice])}
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus onClick={() => onAnswer(null)}>
          Decide later
        </Button>
        <Button variant="contained" disabled={open > 0} onClick={() => onAnswer(choices)}>
          {open > 0 ? `Decide ${open} more` : 'Save the record'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
