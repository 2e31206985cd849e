import type { Brand } from './brand.ts';
import logo from './millbrook.svg';

export const millbrook: Brand = {
  name: 'Millbrook',
  logo,
  logoAlt: 'Millbrook logo: a mill wheel over water',
  accent: { primary: '#5CC8A1', hover: '#48B88F', pale: '#E4F6EE', text: '#1F2937' },
};
