import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'
import type { User } from '../admin-rows.ts'
import { usersWords } from './users.words.ts'

export type UserAction = 'promote' | 'demote' | 'disable' | 'enable' | 'endSessions' | 'delete'

interface Question {
  title: string
  action: string
  text: string
  danger: boolean
  run: () => Promise<void>
}

/** What each deed asks before it is done to this user, and what does it. */
export function useUserActions(user: User): Record<UserAction, Question> {
  const t = useWords(usersWords)
  const account = useAccount()
  const update = useMutation(write(api.adminUser.update))
  const end = useMutation(write(api.adminUser.endSessions))
  const remove = useMutation(write(api.adminUser.deleteUser, 'team', 'user'))
  const { uid } = user
  const name = user.name || user.username
  const change = (fields: { groupid?: string; is_disabled?: string }, done: string) => async () => {
    await update.mutateAsync({ uid, ...fields })
    toast(done)
  }
  const endText = `${t.endText(Number(user.sessions))}${account?.uid === uid ? ` ${t.endOwn}` : ''}`
  const endAll = async () => {
    toast(t.ended(await end.mutateAsync({ uid })))
  }
  const removeIt = async () => {
    await remove.mutateAsync({ uid })
    toast(t.deleted(name))
  }
  const promote = { title: t.promoteTitle(name), action: t.promoteDo, text: t.promoteText }
  const demote = { title: t.demoteTitle(name), action: t.demoteDo, text: t.demoteText }
  const disable = { title: t.disableTitle(name), action: t.disableDo, text: t.disableText }
  const enable = { title: t.enableTitle(name), action: t.enableDo, text: t.enableText }
  return {
    promote: { ...promote, danger: false, run: change({ groupid: '1' }, t.promoted(name)) },
    demote: { ...demote, danger: true, run: change({ groupid: '2' }, t.demoted(name)) },
    disable: { ...disable, danger: true, run: change({ is_disabled: '1' }, t.disabledDone(name)) },
    enable: { ...enable, danger: false, run: change({ is_disabled: '0' }, t.enabledDone(name)) },
    endSessions: { title: t.endTitle(name), action: t.endDo, text: endText, danger: true, run: endAll },
    delete: { title: t.deleteTitle(name), action: t.deleteDo, text: t.deleteText, danger: true, run: removeIt },
  }
}
