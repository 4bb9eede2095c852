import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { User } from '../admin-rows.ts'
import { type Deed, useDeeds } from './deeds.ts'
import { usersWords } from './users.words.ts'

/** Says what will happen to whom, and does it when that is confirmed. */
export function UserActs({ user, deed, onClose }: { user: User; deed: Deed; onClose: () => void }) {
  const t = useWords(usersWords)
  const { title, action, text, danger, run } = useDeeds(user)[deed]
  const items = deed === 'delete' ? Number(user.items) : 0
  return (
    <ConfirmDialog title={title} action={action} danger={danger} disabled={items > 0} onConfirm={run} onClose={onClose}>
      <p>{text}</p>
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
