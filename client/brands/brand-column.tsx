import type { ReactNode } from 'react';
import { EntryColumn } from '../ui/entry-column.tsx';
import { BrandLogo } from './brand-logo.tsx';
import { chosenBrand } from './chosen-brand.ts';

type BrandColumnProps = { title: string; subtitle?: ReactNode; children: ReactNode };

/** A page at the door, under the name of the house. */
export function BrandColumn(column: BrandColumnProps) {
  return <EntryColumn logo={<BrandLogo size={36} />} brandName={chosenBrand.name} {...column} />;
}
