import { FieldError } from '../ui/forms/form-foot.tsx'

/** The server's error message above the button. */
export const ErrorLine = ({ text, hint }: { text: string; hint?: string | undefined }) =>
  text ? (
    <FieldError>
      {text}
      {hint && <div>{hint}</div>}
    </FieldError>
  ) : null
