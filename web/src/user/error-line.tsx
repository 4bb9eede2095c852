import { CircleAlert } from 'lucide-react'

/** What the server said, above the button. */
export const ErrorLine = ({ text, hint }: { text: string; hint?: string | undefined }) =>
  text ? (
    <div className="help err" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <div>
        {text}
        {hint && <div>{hint}</div>}
      </div>
    </div>
  ) : null
