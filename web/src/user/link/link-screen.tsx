import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { useDestination } from '../entering.ts'
import { Entrance } from '../entrance.tsx'
import { entranceWords } from '../entrance.words.ts'
import { LinkForm } from './link-form.tsx'
import { LinkNew } from './link-new.tsx'
import { outsideWords } from './outside.words.ts'

/** Somebody has signed in elsewhere and is not known here yet: theirs is an account whose password they know, or a new one. */
export function LinkScreen() {
  const t = useWords(outsideWords)
  const { or } = useWords(entranceWords)
  const account = useAccount()
  const { asked, destination } = useDestination()
  const { data: who, error } = useQuery({ ...read(api.user.newcomer, {}), retry: false, gcTime: 0, enabled: account === null })
  if (account) return <Navigate to={destination} replace />
  if (error)
    return (
      <Entrance title={t.goneTitle} lead={t.gone}>
        <Link className="btn l wide" to={paths.login(asked)}>
          {t.back}
        </Link>
      </Entrance>
    )
  if (!who)
    return (
      <Entrance title={t.title}>
        <Skeleton lines={6} />
      </Entrance>
    )
  const from = t.from(who.kind, who.place)
  const isTaken = who.is_taken === '1'
  return (
    <Entrance title={t.title} lead={isTaken ? t.taken(from, who.username) : t.unknown(from)}>
      <LinkForm username={isTaken ? who.username : ''} />
      {who.may_join === '1' ? (
        <>
          <div className="or">{or}</div>
          <LinkNew name={who.free_name} />
        </>
      ) : (
        <p className="help aside">{t.closed}</p>
      )}
      <p className="help aside">
        <Link to={paths.login(asked)}>{t.back}</Link>
      </p>
    </Entrance>
  )
}
