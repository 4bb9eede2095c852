import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount, useAccount } from '../../session/session.ts'
import { Bone, Skeleton } from '../../ui/placeholder.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { AuthLayout } from '../entrance.tsx'
import { resetWords } from './reset.words.ts'
import { isOldLink, useMailedLink } from './reset-link.ts'

type Outcome = 'asking' | 'verified' | Error
type MailedLink = ReturnType<typeof useMailedLink>['link']

const isMine = (account: Account | null, { uid, email }: MailedLink): account is Account => account?.uid === uid && account.email === email

/** Sends the link to the server once, even if React runs the effect several times. */
function useVerifying(account: Account | null, link: MailedLink, whole: boolean) {
  const [outcome, setOutcome] = useState<Outcome>('asking')
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current || !whole) return
    sent.current = true
    api.user.verifyEmail(link).then(
      () => {
        setOutcome('verified')
        if (isMine(account, link)) setAccount({ ...account, email_verify: '1' })
      },
      // A link opened again is refused, although the address is already verified.
      (problem: Error) => setOutcome(isMine(account, link) && account.email_verify === '1' ? 'verified' : problem),
    )
  }, [account, link, whole])
  return outcome
}

/** /user/verifyEmail?uid&email&token: the target of the link in the verification mail. */
export function VerifyEmailScreen() {
  const t = useWords(resetWords)
  const ui = useWords(uiWords)
  const account = useAccount()
  const { link, whole } = useMailedLink()
  const outcome = useVerifying(account, link, whole)

  if (outcome === 'asking' && whole)
    return (
      <AuthLayout title={t.verifying}>
        <Skeleton>
          <Bone height={44} />
        </Skeleton>
      </AuthLayout>
    )
  if (outcome === 'verified')
    return (
      <AuthLayout title={t.verified} lead={t.verifiedText(link.email)}>
        <Link className="btn primary large wide" to={account ? paths.items() : paths.login()}>
          {account ? t.toItems : t.backToSignIn}
        </Link>
        {account && (
          <p className="help aside">
            <Link to={paths.setting()}>{t.toSettings}</Link>
          </p>
        )}
      </AuthLayout>
    )
  if (outcome !== 'asking' && !isOldLink(outcome))
    return (
      <AuthLayout title={t.notVerified} lead={outcome.message}>
        <button type="button" className="btn primary large wide" onClick={() => location.reload()}>
          {ui.retry}
        </button>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t.notVerified} lead={t.verifyOldText}>
      <Link className="btn primary large wide" to={account ? paths.setting() : paths.login(paths.setting())}>
        {t.toSettingsAgain}
      </Link>
    </AuthLayout>
  )
}
