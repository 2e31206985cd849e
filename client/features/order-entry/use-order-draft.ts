import { useEffect, useState } from 'react';
import { takeDraftPlace, type DraftPlace } from '../../platform/storage/draft-places.ts';
import { orderDraftName } from './order-session.ts';

/** Where this window keeps the order that is typed in it, held while it stands; null until that is known. */
export function useOrderDraft(formId: number): DraftPlace | null {
  const [place, setPlace] = useState<DraftPlace | null>(null);
  useEffect(() => {
    let taken: DraftPlace | null = null;
    let isOver = false;
    const take = async () => {
      const found = await takeDraftPlace(orderDraftName(formId));
      if (isOver) return found.leave();
      taken = found;
      setPlace(found);
    };
    void take();
    return () => {
      isOver = true;
      taken?.leave();
    };
  }, [formId]);
  return place;
}
