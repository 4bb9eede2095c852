import type { Answer } from '@sheaf/contract/client'
import { factsOf } from '@sheaf/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../../../lib/api.ts'
import { siteDay, siteTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useLanguage, useWords } from '../../../lib/words.ts'
import { personText } from '../../../ui/person.tsx'
import { Bone, ErrorNote, Skeleton } from '../../../ui/placeholder.tsx'
import { useSend } from '../../../ui/send.ts'
import { Block } from '../../../ui/settings/block.tsx'
import { lookWords } from './look.words.ts'

type Look = Answer<'adminSetting', 'ldapLook'>

/** Milliseconds between two questions whether a look has ended. */
const POLL_MS = 1000

/** The nightly look into the directory: what the last one found, and a button for another one. */
export function NightlyLook() {
  const t = useWords(lookWords)
  const look = useQuery({
    ...read(api.adminSetting.ldapLook, {}),
    refetchInterval: ({ state }) => (state.data?.is_looking === '1' ? POLL_MS : false),
  })
  const begin = useSend(api.adminSetting.lookNow, { failed: true })
  const isLooking = begin.busy || look.data?.is_looking === '1'
  return (
    <Block title={t.title} about={t.about}>
      {look.data ? (
        <>
          <div role="status">{look.data.last ? <Last last={look.data.last} /> : <p className="help">{t.never}</p>}</div>
          <GonePeople people={look.data.gone} count={Number(look.data.gone_count)} />
          <button
            type="button"
            className="btn adm-make"
            aria-busy={isLooking}
            onClick={() => {
              if (!isLooking) void begin.send({})
            }}
          >
            {isLooking ? t.looking : t.now}
          </button>
        </>
      ) : look.error ? (
        <ErrorNote title={t.failed} error={look.error} onRetry={() => void look.refetch()} />
      ) : (
        <Skeleton>
          <Bone height={42} />
        </Skeleton>
      )}
    </Block>
  )
}

function Last({ last }: { last: NonNullable<Look['last']> }) {
  const t = useWords(lookWords)
  const language = useLanguage()
  const at = siteTime(last.at, language)
  // What comes after a full stop: Chinese has no space there.
  const betweenSentences = factsOf(language).stop.slice(1)
  if (last.state === 'failed')
    return (
      <p className="line-note bad">
        {t.failedAt(at)} {last.problem}
      </p>
    )
  if (last.state === 'half') return <p className="line-note bad">{t.half(at)}</p>
  const [joined = 0, left = 0, unread = 0, disabled = 0] = [last.joined, last.left, last.unread, last.disabled].map(Number)
  const sentences = [
    last.state === 'done' && t.done(at, last.found, last.linked),
    t.memberships(joined, left),
    unread > 0 && t.unread(unread),
    disabled > 0 && t.disabled(disabled),
  ].filter((text) => text !== false)
  return (
    <>
      {last.state === 'many' && <p className="line-note bad">{t.many(at, last.gone, last.linked)}</p>}
      <p className="help">{sentences.join(betweenSentences)}</p>
    </>
  )
}

function GonePeople({ people, count }: { people: Look['gone']; count: number }) {
  const t = useWords(lookWords)
  const language = useLanguage()
  if (people.length === 0) return null
  return (
    <>
      <h3 className="adm-gone">{t.gone}</h3>
      <p className="help">
        {count > people.length ? [t.goneOf(people.length, count), t.goneAbout].join(factsOf(language).stop.slice(1)) : t.goneAbout}
      </p>
      <ul className="adm-groups" aria-label={t.gone}>
        {people.map(({ uid, username, name, gone_at }) => (
          <li key={uid}>
            <span>
              <b>{personText(username, name)}</b>
              <small>{t.since(siteDay(gone_at, language))}</small>
            </span>
            <Link className="btn quiet small" to={paths.admin('users', { username })} aria-label={t.findOne(personText(username, name))}>
              {t.find}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
