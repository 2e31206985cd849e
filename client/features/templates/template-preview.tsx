import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Chip } from '../../ui/chip.tsx';
import { chipToneOf } from '../../values/chip-tone.ts';
import type { CompanyTemplate } from './api.ts';
import styles from './templates.module.css';

/** What a template makes, with rows that are stored nowhere. */
export function TemplatePreview({ templates }: { templates: readonly CompanyTemplate[] }) {
  const [chosen, setChosen] = useState('');
  const shown = templates.find(({ key }) => key === chosen) ?? templates[0];
  if (shown === undefined) return null;
  const way = shown.statuses.filter(({ aside }) => !aside);
  const aside = shown.statuses.filter((status) => status.aside);
  return (
    <div className={styles.preview}>
      {templates.length > 1 && (
        <div role="group" aria-label="Preview of" className={styles.switch}>
          {templates.map(({ key, name }) => (
            <button key={key} type="button" aria-pressed={key === shown.key} onClick={() => setChosen(key)}>
              {name}
            </button>
          ))}
        </div>
      )}
      <div
        className={styles.sample}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
        tabIndex={0}
        role="region"
        aria-label="Sample"
      >
        <table>
          <caption className="rh-visually-hidden">{shown.name}: sample rows</caption>
          <thead>
            <tr>
              {shown.sampleColumns.map((column) => (
                <th key={column} scope="col" data-figures={isAmount(shown, column) || undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.sampleRows.map((row) => (
              <tr key={row[0]}>
                {row.map((value, index) => (
                  <td
                    key={shown.sampleColumns[index]}
                    data-figures={isAmount(shown, shown.sampleColumns[index]) || undefined}
                  >
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <section className={styles.box} aria-label="Statuses">
        <h3>Statuses</h3>
        <p className={styles.way}>
          {way.map(({ name }, index) => (
            <span key={name} className={styles.way}>
              {index > 0 && <Icon name="chevron-right" size={14} />}
              <Chip tone={chipToneOf(name)}>{name}</Chip>
            </span>
          ))}
        </p>
        {aside.length > 0 && (
          <p className={styles.way}>
            <span className={styles.quiet}>set aside as</span>
            {aside.map(({ name }) => (
              <Chip key={name} tone={chipToneOf(name)}>
                {name}
              </Chip>
            ))}
          </p>
        )}
      </section>
      <section className={styles.box} aria-label="Fields">
        <h3>Fields</h3>
        <ul className={styles.fields}>
          {shown.fields.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        {shown.lineName !== null && (
          <>
            <h3>{shown.lineName}</h3>
            <ul className={styles.fields}>
              {shown.lineFields.map(({ name }) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <p className={styles.quiet}>Sample rows, for this preview only. Nothing of them is stored.</p>
    </div>
  );
}

const isAmount = ({ fields }: CompanyTemplate, column: string | undefined): boolean =>
  fields.some(({ name, dataType }) => name === column && dataType === 'currency');
