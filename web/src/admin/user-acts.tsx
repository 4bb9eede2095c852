import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import type { User } from './admin-rows.ts'
import { usersWords } from './users.words.ts'

export type Deed = 'promote' | 'demote' | 'disable' | 'enable' | 'endSessions' | 'delete'

/** Says what will happen to whom, and does it when that is confirmed. */
export function UserActs({ user, deed, onClose }: { user: User; deed: Deed; onClose: () => void }) {
  const t = useWords(usersWords)
  const account = useAccount()
  const update = useMutation(write(api.adminUser.update))
  const end = useMutation(write(api.adminUser.endSessions))
  const remove = useMutation(write(api.adminUser.deleteUser, 'team', 'user'))
  const { uid } = user
  const name = user.name || user.username
  const [sessions, items] = [Number(user.sessions), Number(user.items)]
  const change = async (fields: { groupid?: string; is_disabled?: string }, done: string) => {
    await update.mutateAsync({ uid, ...fields })
    toast(done)
  }
  const common = { onClose, danger: true }
  if (deed === 'promote')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={t.promoteTitle(name)}
        action={t.promoteDo}
        onConfirm={() => change({ groupid: '1' }, t.promoted(name))}
      >
        {t.promoteText}
      </ConfirmDialog>
    )
  if (deed === 'demote')
    return (
      <ConfirmDialog
        {...common}
        title={t.demoteTitle(name)}
        action={t.demoteDo}
        onConfirm={() => change({ groupid: '2' }, t.demoted(name))}
      >
        {t.demoteText}
      </ConfirmDialog>
    )
  if (deed === 'disable')
    return (
      <ConfirmDialog
        {...common}
        title={t.disableTitle(name)}
        action={t.disableDo}
        onConfirm={() => change({ is_disabled: '1' }, t.disabledDone(name))}
      >
        {t.disableText}
      </ConfirmDialog>
    )
  if (deed === 'enable')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={t.enableTitle(name)}
        action={t.enableDo}
        onConfirm={() => change({ is_disabled: '0' }, t.enabledDone(name))}
      >
        {t.enableText}
      </ConfirmDialog>
    )
  if (deed === 'endSessions')
    return (
      <ConfirmDialog
        {...common}
        title={t.endTitle(name)}
        action={t.endDo}
        onConfirm={async () => toast(t.ended(await end.mutateAsync({ uid })))}
      >
        {`${t.endText(sessions)}${account?.uid === uid ? ` ${t.endOwn}` : ''}`}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      {...common}
      title={t.deleteTitle(name)}
      action={t.deleteDo}
      onConfirm={async () => {
        await remove.mutateAsync({ uid })
        toast(t.deleted(name))
      }}
    >
      <p>{t.deleteText}</p>
      {items > 0 && (
        <p className="line-note">
          <span>
            {t.deleteItems(items)} <Link to={paths.admin('items', { username: user.username })}>{t.seeItems}</Link>
          </span>
        </p>
      )}
    </ConfirmDialog>
  )
}
