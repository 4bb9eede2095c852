import { Wrong } from '../ui/forms/wrong.tsx'

/** What the server said, above the button. */
export const ErrorLine = ({ text, hint }: { text: string; hint?: string | undefined }) =>
  text ? (
    <Wrong>
      {text}
      {hint && <div>{hint}</div>}
    </Wrong>
  ) : null
