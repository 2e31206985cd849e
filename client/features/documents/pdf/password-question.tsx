import Button from '@mui/material/Button';
import { useState } from 'react';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { Icon } from '../../../ui/icons.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import styles from './pdf-view.module.css';

type PasswordQuestionProps = { name: string; isWrong: boolean; onPassword: (password: string) => void };

/** In the place of the page. The password goes to pdf.js and nowhere else. */
export function PasswordQuestion({ name, isWrong, onPassword }: PasswordQuestionProps) {
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.password}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onPassword(password);
      }}
    >
      <Icon name="lock" size={28} />
      <p className={styles.passwordTitle}>{name} needs a password</p>
      <PasswordInput
        label="Password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="off"
        ref={focusAtFirst}
        fault={isWrong ? 'This password does not open it' : undefined}
      />
      <Button type="submit" variant="contained" disabled={password === ''}>
        Open
      </Button>
    </form>
  );
}
