import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  title: string
  action: string
  stay: string
  children: ReactNode
}

/** While this is shown, a way to another screen is asked about first, and closing the window too: something goes on here that would be given up. */
export function LeaveQuestion({ title, action, stay, children }: Props) {
  const leaving = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  if (leaving.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={title}
      action={action}
      cancel={stay}
      onConfirm={async () => leaving.proceed()}
      onClose={() => leaving.state === 'blocked' && leaving.reset()}
    >
      {children}
    </ConfirmDialog>
  )
}
