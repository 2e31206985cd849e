import { useState } from 'react';
import { toSentence } from '../../../platform/request-failure.ts';
import { Card } from '../../../ui/card.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { chooseTheme, type ThemeChoice } from '../../../ui/theme-configuration.ts';
import styles from './account-profile.module.css';
import { useChangeProfile } from './use-change-profile.ts';

const choices: readonly { id: ThemeChoice; name: string; about?: string }[] = [
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
  { id: 'system', name: 'As the system', about: 'Light or dark, as this device is set.' },
];

/** Shown at once, and kept: what cannot be kept is taken back. */
export function AccountAppearance({ theme }: { theme: ThemeChoice }) {
  const [chosen, setChosen] = useState(theme);
  const change = useChangeProfile();

  async function choose(wanted: ThemeChoice) {
    setChosen(wanted);
    chooseTheme(wanted);
    try {
      await change({ theme: wanted });
    } catch (failure) {
      setChosen(theme);
      chooseTheme(theme);
      snackbars.error(`The appearance could not be kept: ${toSentence(failure)}`);
    }
  }

  return (
    <Card title="Appearance" subtitle="Yours on every device that you sign in on.">
      <fieldset className={styles.choices}>
        <legend className="rh-visually-hidden">Appearance</legend>
        {choices.map(({ id, name, about }) => (
          <label key={id} className={styles.choice}>
            <input
              type="radio"
              name="theme"
              value={id}
              checked={chosen === id}
              onChange={() => void choose(id)}
            />
            <span>
              {name}
              {about !== undefined && <span className={styles.about}>{about}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
