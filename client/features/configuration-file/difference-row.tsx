import { useId } from 'react';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import type { Difference } from './api.ts';
import styles from './configuration-file.module.css';
import { isChoosable } from './use-configuration-import.ts';

type DifferenceRowProps = {
  difference: Difference;
  isChosen: boolean;
  /** What comes with it, in words. */
  needs: readonly string[];
  onChoose: (isOn: boolean) => void;
  /** Null: it is a new one. */
  onAnswer: (name: string | null) => void;
};

const states: Readonly<Record<Difference['state'], readonly [ChipTone, string]>> = {
  NEW: ['green', 'New'],
  CHANGED: ['blue', 'Changed'],
  ASKED: ['amber', 'Answer'],
};

/** One thing of the file with its tick, what becomes different of it, and the question where there is one. */
export function DifferenceRow({ difference, isChosen, needs, onChoose, onAnswer }: DifferenceRowProps) {
  const { state, title, about, changes, stays, candidates } = difference;
  const id = useId();
  const [tone, word] = states[state];
  const [first] = changes;
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <input
          id={id}
          type="checkbox"
          className={styles.box}
          checked={isChosen}
          disabled={!isChoosable(difference)}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <label htmlFor={id} className={styles.title}>
          {title}
        </label>
        <Chip tone={tone}>{word}</Chip>
        {about !== '' && <span className={styles.quiet}>{about}</span>}
      </div>
      {needs.length > 0 && <p className={styles.note}>{`Comes with ${needs.join(', ')}.`}</p>}
      {changes.length === 1 && first !== undefined && (
        <p className={styles.note}>
          {first.what}: <del>{first.before}</del> <ins>{first.after}</ins>
        </p>
      )}
      {changes.length > 1 && (
        <details className={styles.changes}>
          <summary>{`${changes.length} changes`}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Here now</th>
                <th scope="col">In the file</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ what, before, after }, at) => (
                <tr key={at}>
                  <th scope="row">{what}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {stays.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
      {state === 'ASKED' && (
        <fieldset className={styles.question}>
          <legend>{`Which one here is “${title.split(' › ').at(-1) ?? title}” of the file?`}</legend>
          {candidates.map(({ name, about: words }) => (
            <label key={name}>
              <input type="radio" name={id} checked={false} onChange={() => onAnswer(name)} />
              <span>{name}</span>
              <span className={styles.quiet}>{words}</span>
            </label>
          ))}
          <label>
            <input type="radio" name={id} checked={false} onChange={() => onAnswer(null)} />
            <span>None of them: it is new</span>
          </label>
        </fieldset>
      )}
    </li>
  );
}
