import { Icon } from '../../ui/icons.tsx';
import { useObserved } from '../../platform/observed.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import styles from './take-card.module.css';
import type { Taking, TakingOffer } from './taking.ts';

/** Under what is selected: what would be taken, into which field, or why nothing. */
export function TakeCard({ taking }: { taking: Taking }) {
  const offer = useObserved(taking.offer);
  if (offer === null) return null;
  return (
    <div className={styles.card} data-kind={offer.kind}>
      <Offered offer={offer} taking={taking} />
    </div>
  );
}

function Offered({ offer, taking }: { offer: TakingOffer; taking: Taking }) {
  if (offer.kind === 'refused')
    return (
      <>
        <Icon name="info" size={16} />
        <span>{offer.whyNot}</span>
        {!offer.hasTarget && (
          <button type="button" className={styles.plain} onClick={() => void copy(offer.selection.text)}>
            Copy
          </button>
        )}
      </>
    );
  if (offer.kind === 'sought')
    return (
      <button type="button" className={styles.take} onClick={taking.take}>
        <Icon name="search" size={16} />
        <span>
          Look for <b>{offer.text}</b> in <b>{offer.target.name}</b>
        </span>
        <Keys />
      </button>
    );
  const { readings, chosen, target } = offer;
  return (
    <>
      {readings.length > 1 && (
        <span className={styles.ways} role="group" aria-label="It reads two ways">
          {readings.map(({ value, way }, index) => (
            <button
              key={way}
              type="button"
              aria-pressed={index === chosen}
              title={way}
              onClick={() => index !== chosen && taking.choose(1)}
            >
              {target.show(value)}
            </button>
          ))}
        </span>
      )}
      <button type="button" className={styles.take} onClick={taking.take}>
        <Icon name="enter" size={16} />
        <span>
          Take <b className={styles.figure}>{target.show(readings[chosen]?.value ?? '')}</b> into{' '}
          <b>{target.name}</b>
        </span>
        <Keys />
      </button>
    </>
  );
}

const Keys = () => (
  <span className={styles.keys} aria-hidden="true">
    <kbd>Ctrl</kbd> <kbd>Enter</kbd>
  </span>
);

/** The same for those who listen. */
export function sayOffer(offer: TakingOffer): string {
  if (offer.kind === 'refused') return offer.whyNot;
  if (offer.kind === 'sought') return `Look for ${offer.text} in ${offer.target.name}`;
  const { readings, chosen, target } = offer;
  const ways = readings.length > 1 ? `, ${chosen + 1} of ${readings.length} readings` : '';
  return `Take ${target.show(readings[chosen]?.value ?? '')} into ${target.name}${ways}`;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.trim());
    snackbars.success('Copied');
  } catch {
    snackbars.error('The browser did not allow it to be copied.');
  }
}
