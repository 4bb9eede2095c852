import { useEffect } from 'react'
import { readBoot } from '../../lib/boot.ts'
import { stored } from '../../lib/stored.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { toast } from '../toast.tsx'
import { uiWords } from '../ui.words.ts'

const key = () => `sheaf.account${readBoot().base}`

/** Says that another window of this browser has signed in to another account: the cookie, and so each save here, is that of the other. */
export function OtherAccount() {
  const t = useWords(uiWords)
  const uid = useAccount()?.uid
  useEffect(() => {
    if (uid !== undefined) stored.write(key(), uid)
  }, [uid])
  useEffect(() => {
    if (uid === undefined) return
    const look = (event: Event) => {
      if (event instanceof StorageEvent && event.key !== key()) return
      if ((stored.read(key()) ?? uid) === uid) return
      toast(t.otherAccount, 'bad', { detail: t.otherAccountText, action: { text: t.loadAgain, run: () => location.reload() } })
    }
    // A page that the browser kept while another one was shown has missed the event.
    addEventListener('storage', look)
    addEventListener('pageshow', look)
    return () => {
      removeEventListener('storage', look)
      removeEventListener('pageshow', look)
    }
  }, [uid, t])
  return null
}
