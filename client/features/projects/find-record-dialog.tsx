import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { Icon } from '../../ui/icons.tsx';
import { searchForRecords, type FoundRecord, type RecordPath } from './api.ts';
import type { Judgement } from './judge-target.ts';
import styles from './record-tree.module.css';
import { nameOf } from './tree-rows.ts';
import { useRecordPath } from './use-record-tree.ts';

type FindRecordDialogProps = {
  title: string;
  /** Of the button, before the number: 'Link', 'Move under'. */
  verb: string;
  /** What cannot be chosen is said before it is saved. */
  judge: (path: RecordPath) => Judgement;
  onChoose: (path: RecordPath) => void;
  onClose: () => void;
};

/** Between two keys of somebody who types on. */
const settledMs = 150;

/** Finds one record by its number or by words, among all types that the person sees. */
export function FindRecordDialog({ title, verb, judge, onChoose, onClose }: FindRecordDialogProps) {
  const id = useId();
  const [text, setText] = useState('');
  const sought = useSettled(text.trim());
  const [chosenId, setChosenId] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: ['projects', 'find', sought],
    queryFn: ({ signal }) => searchForRecords(sought, signal),
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const found = text.trim() === '' ? [] : (data ?? []);
  const isSettled = sought === text.trim() && !isFetching;
  const current = found.find((one) => one.id === chosenId) ?? found[0];
  const at = current === undefined ? -1 : found.indexOf(current);
  const path = useRecordPath(current?.id ?? 0, current !== undefined);
  const isKnown = current !== undefined && path.data?.record.id === current.id;
  const judged = isKnown ? judge(path.data!) : null;
  const whyNot = path.error && current ? toSentence(path.error) : (judged?.whyNot ?? null);
  const isReady = isKnown && isSettled && whyNot === null;

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosenId(found[(at + step + found.length) % found.length]!.id);
    }
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth maxWidth="sm">
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <form
        noValidate
        className={styles.finder}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onChoose(path.data!);
        }}
      >
        <DialogContent className={styles.finding}>
          <label htmlFor={`${id}-text`}>Number or words of a record</label>
          <input
            id={`${id}-text`}
            role="combobox"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type here
            autoFocus
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current && `${id}-${current.id}`}
            aria-describedby={`${id}-word`}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosenId(null);
            }}
            onKeyDown={onKeyDown}
          />
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Records found"
            className={styles.found}
            hidden={found.length === 0}
          >
            {found.map((record) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text hears the keys
              <div
                key={record.id}
                id={`${id}-${record.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={record === current}
                className={styles.option}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => setChosenId(record.id)}
              >
                <FoundLine record={record} />
              </div>
            ))}
          </div>
          <p
            id={`${id}-word`}
            role="status"
            className={styles.word}
            data-fault={whyNot !== null || undefined}
          >
            {whyNot !== null && <Icon name="barred" size={16} />}
            {whyNot ??
              judged?.note ??
              sayFound(text.trim() !== '', found.length, isSettled, error && toSentence(error))}
          </p>
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={!isReady}>
            {current === undefined ? verb : `${verb} ${nameOf(current)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function FoundLine({ record }: { record: FoundRecord }) {
  return (
    <>
      <span className={styles.number}>{nameOf(record)}</span>
      <span className={styles.title}>{record.title}</span>
      <span className={styles.quiet}>
        {[record.typeName, record.status?.name].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

function sayFound(isAsked: boolean, count: number, isSettled: boolean, failure: string | null): string {
  if (!isAsked) return 'Type a number, or words of the record.';
  if (failure !== null) return failure;
  if (!isSettled) return 'Searching';
  return count === 0 ? 'No record was found.' : `${count} ${count === 1 ? 'record' : 'records'} found`;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), settledMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
