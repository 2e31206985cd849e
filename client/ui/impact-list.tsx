import styles from './impact-list.module.css';

export type ImpactGroup = {
  readonly name: string;
  readonly lines: readonly {
    readonly sentence: string;
    /** Opens beside the page, which keeps what is not saved. */
    readonly to: string | null;
    readonly onOpen: (() => void) | null;
  }[];
};

/** What changes take away: each thing, with a line for each effect that leads to what it speaks of. */
export function ImpactList({ groups, label }: { groups: readonly ImpactGroup[]; label: string }) {
  return (
    <ul className={styles.groups} aria-label={label}>
      {groups.map(({ name, lines }, at) => (
        <li key={at}>
          <strong className={styles.name}>{name}</strong>
          <ul className={styles.lines}>
            {lines.map(({ sentence, to, onOpen }) => (
              <li key={sentence + to}>
                {to !== null ? (
                  <a href={to} target="_blank" rel="noreferrer">
                    {sentence}
                  </a>
                ) : onOpen !== null ? (
                  <button type="button" className={styles.open} onClick={onOpen}>
                    {sentence}
                  </button>
                ) : (
                  sentence
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
