import { chosenBrand } from './chosen-brand.ts';

export function BrandLogo({ size }: { size: number }) {
  return <img src={chosenBrand.logo} alt={chosenBrand.logoAlt} width={size} height={size} />;
}
