// "Why is a page not in my menu?": the name of the page, and the answer below it.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeWhy, type WhyQuestion } from '../../platform/ask-why.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { explainMenuPage } from './api.ts';
import { Answer } from './why-panel.tsx';
import styles from './why-panel.module.css';

export function PageQuestion({ question: { title, anchor } }: { question: WhyQuestion }) {
  const [name, setName] = useState('');
  const [asked, setAsked] = useState('');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['access-reasons', 'page', asked],
    queryFn: ({ signal }) => explainMenuPage(asked, signal),
    enabled: asked !== '',
    // Rights change under an open page: the answer is of the moment in which it is asked.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <SidePanel title={title} place="under" from="right" anchor={anchor} width={400} onClose={closeWhy}>
      <form
        className={`${styles.answer} ${styles.question}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === asked) void refetch();
          else setAsked(name.trim());
        }}
      >
        <TextInput
          ref={focusAtFirst}
          label="Name of the page"
          hint="As you were told of it: Purchase orders."
          value={name}
          onChange={setName}
        />
        <div>
          <Button type="submit" variant="contained" disabled={name.trim() === ''}>
            Ask
          </Button>
        </div>
      </form>
      <ProgressLine active={isFetching} label="Asking why" />
      {error !== null && <ErrorAlert failure={error} onRetry={() => void refetch()} />}
      <div className={styles.answer} role="status">
        {data !== undefined && <Answer of={data} />}
      </div>
    </SidePanel>
  );
}
