import { Fingerprint } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { askPasskey, canOfferInField, hasPasskeys } from '../ui/confirm/ceremony.ts'
import { usePasskey } from '../ui/confirm/use-passkey.ts'
import { authWords } from './entrance.words.ts'
import { useSignIn } from './sign-in.ts'

/** A challenge is good for five minutes. The offer in the field gets a new one before. */
const RENEW_MS = 270_000

interface Props {
  /** The user name as far as it is typed: then only its passkeys are asked for. */
  username: string
  /** The site can use passkeys, and someone has one. */
  isOpen: boolean
}

/** Signing in with a passkey: a button, and by itself in the field of the user name where the browser offers it there. */
export function usePasskeyLogin({ username, isOpen }: Props) {
  const t = useWords(authWords)
  const passkey = usePasskey()
  const { enter, busy, error, forget } = useSignIn(
    async (given?: string) => api.user.passkeyLogin({ answer: given ?? (await passkey.ask('', username.trim())) }),
    () => offer.current.begin(),
  )
  const offer = useRef({ begin: () => {}, end: () => {} })
  const isPossible = isOpen && hasPasskeys()

  useEffect(() => {
    if (!isPossible) return
    let waiting: AbortController | undefined
    const end = () => waiting?.abort()
    /** A failure shows no message, because the user has not started this. */
    const begin = async () => {
      end()
      const own = new AbortController()
      waiting = own
      if (!(await canOfferInField())) return
      const options = await api.user.passkeyOptions({ username: '', purpose: '' })
      if (own.signal.aborted) return
      enter(await askPasskey(options, own.signal))
    }
    const tryBegin = () => void begin().catch(() => {})
    offer.current = { begin: tryBegin, end }
    tryBegin()
    const timer = setInterval(tryBegin, RENEW_MS)
    return () => {
      clearInterval(timer)
      end()
      offer.current = { begin: () => {}, end: () => {} }
    }
    // The functions are new in each render and do the same.
  }, [isPossible])

  const press = () => {
    // A browser asks one question at a time.
    offer.current.end()
    enter(undefined)
  }
  const button = isPossible && (
    <button type="button" className="btn large wide" disabled={busy} onClick={press}>
      <Fingerprint className="i" aria-hidden="true" />
      {t.passkey}
    </button>
  )
  return { button, error, forget }
}
