// The page of a record that is not there yet: the header of a record's page, and under it the form or why there is none.
import type { ReactNode } from 'react';
import type { Crumb } from '../../../ui/breadcrumbs.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { phonePage } from '../record-page/phone-page.ts';
import { RecordHeader } from '../record-page/record-header.tsx';
import page from '../record-page/record-page.module.css';

export type NewRecordHead = {
  readonly crumbs: readonly Crumb[];
  /** Its type, and what it begins from. */
  readonly about: string;
};

type NewRecordFrameProps = NewRecordHead & {
  /** The buttons, which stand at the bottom of the page on a phone. */
  slot?: ((isPhone: boolean) => ReactNode) | undefined;
  /** What is filled in, where a record that is there has its state. */
  state?: ReactNode;
  children: ReactNode;
};

export function NewRecordFrame({ crumbs, about, slot, state, children }: NewRecordFrameProps) {
  const isPhone = useMediaQuery(phonePage);
  return (
    <div className={page.page}>
      <div className={page.scroll}>
        <RecordHeader
          crumbs={crumbs}
          name="New record"
          description={about}
          isDeleted={false}
          isPhone={isPhone}
          facts={state}
          menu={null}
          slot={!isPhone && slot?.(false)}
          note={null}
        />
        {children}
      </div>
      {isPhone && slot && <div className={page.foot}>{slot(true)}</div>}
    </div>
  );
}
