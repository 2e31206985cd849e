import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { searchRecords } from './api.ts';

/** Between two keys of somebody who types on. */
const settledMs = 120;

/** What the text finds; nothing is asked for an empty one. While the next answer is on its way the last one stands. */
export function useFoundRecords(text: string) {
  const settled = useSettledText(text);
  const { data, error, isFetching } = useQuery({
    queryKey: ['start', 'search', settled],
    queryFn: ({ signal }) => searchRecords(settled, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 30_000,
    retry: false,
  });
  const isAsked = text !== '';
  return {
    data: isAsked ? data : undefined,
    error: isAsked && settled === text ? error : null,
    isFetching: isAsked && (isFetching || settled !== text),
  };
}

function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), settledMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
