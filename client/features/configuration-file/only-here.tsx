import { partNames } from '@rowhouse/domain/configuration-file/format.ts';
import { titleOfPart } from '@rowhouse/domain/configuration-file/say-parts.ts';
import { useId } from 'react';
import { Chip } from '../../ui/chip.tsx';
import type { LeftThing } from './api.ts';
import styles from './configuration-file.module.css';

type OnlyHereProps = {
  left: readonly LeftThing[];
  takenAway: ReadonlySet<string>;
  onTakeAway: (key: string, isOn: boolean) => void;
};

/** What the file does not have. It stays, but for what is ticked one by one. */
export function OnlyHere({ left, takenAway, onTakeAway }: OnlyHereProps) {
  if (left.length === 0) return null;
  const isOne = left.length === 1;
  return (
    <details className={styles.left}>
      <summary>
        {`${left.length.toLocaleString('en-US')} ${isOne ? 'thing' : 'things'} here and not in the file: ${isOne ? 'it stays' : 'they stay'}, but for what you choose`}
      </summary>
      <p className={styles.quiet}>
        What you choose is switched off, and can be switched on again; a dashboard or a view of a role is
        deleted.
      </p>
      {partNames.map((part) => {
        const ofPart = left.filter((one) => one.part === part);
        if (ofPart.length === 0) return null;
        const title = `Only here: ${titleOfPart(part).toLowerCase()}`;
        return (
          <section key={part} aria-label={title}>
            <h3 className={styles.part}>{title}</h3>
            <ul className={styles.rows}>
              {ofPart.map((thing, at) => (
                <LeftRow
                  key={`${thing.key ?? ''} ${at}`}
                  thing={thing}
                  isTaken={thing.key != null && takenAway.has(thing.key)}
                  onTakeAway={onTakeAway}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </details>
  );
}

type LeftRowProps = { thing: LeftThing; isTaken: boolean; onTakeAway: OnlyHereProps['onTakeAway'] };

function LeftRow({ thing: { key, title, about }, isTaken, onTakeAway }: LeftRowProps) {
  const id = useId();
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <input
          id={id}
          type="checkbox"
          className={styles.box}
          checked={isTaken}
          disabled={key == null}
          onChange={(event) => key != null && onTakeAway(key, event.target.checked)}
        />
        <label htmlFor={id} className={styles.title}>
          {title}
        </label>
        <Chip tone={isTaken ? 'red' : 'grey'}>{isTaken ? 'Is switched off' : 'Only here'}</Chip>
        {about !== '' && <span className={styles.quiet}>{about}</span>}
      </div>
    </li>
  );
}
