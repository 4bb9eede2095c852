import { Tip } from '../tip.tsx'
import { Toasts } from '../toasts.tsx'

/** What may float above any screen; once on the page. */
export const Overlays = () => (
  <>
    <Toasts />
    <Tip />
  </>
)
