import type { ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  title: string
  action: string
  stay: string
  children: ReactNode
}

/** While this is shown, a way to another screen is asked about first: something goes on here that would be given up. */
export function LeaveQuestion({ title, action, stay, children }: Props) {
  const leaving = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
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
