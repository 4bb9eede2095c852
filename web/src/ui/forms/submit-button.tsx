interface SubmitProps {
  busy: boolean
  /** As wide as the form and larger: the one button of an entrance. */
  wide?: boolean
  /** Not the most important button of the screen. */
  plain?: boolean
  disabled?: boolean
  children: string
}

/** Sends the form around it. While that is under way it keeps the focus and takes no further press. */
export const SubmitButton = ({ busy, wide = false, plain = false, disabled = false, children }: SubmitProps) => (
  <button
    type="submit"
    className={['btn', !plain && 'primary', wide && 'l wide'].filter(Boolean).join(' ')}
    aria-busy={busy}
    disabled={disabled}
    onClick={(event) => busy && event.preventDefault()}
  >
    {children}
  </button>
)
