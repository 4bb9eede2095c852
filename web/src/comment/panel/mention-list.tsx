import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Avatar } from '../../ui/person.tsx'
import { composerWords } from '../comment.words.ts'
import type { Mention } from './draft.ts'

type People = Answer<'comment', 'people'>

export interface Offer {
  key: string
  name: string
  /** The user name, or the number of members. */
  end: string
  isTeam: boolean
  mention: Mention
}

/** Two people can have the same name: the second is shown with the user name. */
function offersOf({ people, teams }: People): Offer[] {
  const names = people.map(({ name, username }) => name || username)
  return [
    ...people.map(({ uid, username, name }, at) => {
      const label = (name || username).replace(/[[\]\n]/g, '')
      const shown = names.indexOf(name || username) === at ? label : `${label} (${username})`
      // The server compares the name. One with brackets cannot be in a mention, a user name can.
      const sent = label === name ? name : username
      const mention = { shown: `@${shown}`, sent: `@[${sent}](user:${uid})` }
      return { key: `user:${uid}`, name: name || username, end: username, isTeam: false, mention }
    }),
    ...teams.map(({ team_id, team_name, members }) => {
      const label = team_name.replace(/[[\]\n]/g, '')
      return {
        key: `team:${team_id}`,
        name: team_name,
        end: members,
        isTeam: true,
        mention: { shown: `@${label}`, sent: `@[${label}](team:${team_id})` },
      }
    }),
  ]
}

const ASK_AFTER_MS = 150

/** Whether a name, a word in it or the user name begins with what is typed, as the server finds people. */
const isCalled = ({ name, end, isTeam }: Offer, typed: string) => {
  const start = typed.toLowerCase()
  const names = [name, ...(isTeam ? [] : [end, ...name.split(' ')])]
  return names.some((one) => one.toLowerCase().startsWith(start))
}

/**
 * Who can be mentioned for what is typed after the @. Asked after a pause. While the next list loads, the last one stays without those
 * who are not meant any more, so that a quick Enter mentions no other person.
 */
export function useOffers(page_id: string, typed: string | undefined) {
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    if (typed === undefined) return setAsked(undefined)
    const timer = setTimeout(setAsked, ASK_AFTER_MS, typed)
    return () => clearTimeout(timer)
  }, [typed])
  const people = useQuery({
    ...read(api.comment.people, withoutLoginRedirect({ page_id, text: asked ?? '' })),
    enabled: asked !== undefined,
    placeholderData: (last) => last,
    retry: false,
  })
  if (typed === undefined || !people.data) return undefined
  const offers = offersOf(people.data)
  if (typed === asked && !people.isPlaceholderData) return offers
  const still = offers.filter((offer) => isCalled(offer, typed))
  return still.length > 0 ? still : undefined
}

interface Props {
  id: string
  offers: Offer[]
  active: number
  onChoose: (offer: Offer) => void
}

/** The list below the field; the field keeps the focus. */
export function MentionList({ id, offers, active, onChoose }: Props) {
  const t = useWords(composerWords)
  const list = useRef<HTMLDivElement>(null)
  const count = offers.length
  // The list of the last thread begins at the end of the panel.
  useEffect(() => {
    // The keyboard of a phone leaves little room: the field comes after the list, so that it is not the one outside.
    if (count > 0) for (const element of [list.current, list.current?.parentElement]) element?.scrollIntoView({ block: 'nearest' })
    list.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' })
  }, [count, active])
  return (
    <div className="mention-list" ref={list}>
      <div className="mention-head">{offers.length ? t.people : t.noPeople}</div>
      <div id={id} role="listbox" aria-label={t.people}>
        {offers.map((offer, at) => (
          <div
            key={offer.key}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className="mention-offer"
            onPointerDown={(event) => {
              event.preventDefault()
              onChoose(offer)
            }}
          >
            {offer.isTeam ? <Users className="i" aria-hidden="true" /> : <Avatar name={offer.name} username={offer.end} />}
            <span className="cut">{offer.isTeam ? t.team(offer.name) : offer.name}</span>
            {offer.end !== offer.name && <span className="mention-end">{offer.end}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
