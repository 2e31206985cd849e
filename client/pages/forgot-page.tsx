import { BrandColumn } from '../brands/brand-column.tsx';
import { ForgotPassword } from '../features/identity/recovery/forgot-password.tsx';

export function ForgotPage() {
  return (
    <BrandColumn
      title="Forgot your password?"
      subtitle="Tell us the email that you sign in with. A mail with a code lets you choose a new password."
    >
      <ForgotPassword />
    </BrandColumn>
  );
}
