import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { type RadioOption, Radios } from '../../ui/forms/radios.tsx'
import { Person } from '../../ui/person.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { SavedMark } from '../../ui/settings/block.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { type Place, type State, useReason } from '../reason.ts'
import { watchPlaceWords, watchWords } from '../watch.words.ts'

type Choice = State['own_level']

/** The last choice: what counts without an own one, and why. */
function useWithout() {
  const t = useWords(watchPlaceWords)
  const levels = useWords(watchWords)
  const reasonOf = useReason()
  return (state: State, { kind, subject_id }: Place): { label: string; help: string } => {
    const nothing = { label: t.none, help: t.noneAbout }
    if (state.own_level !== 'none') return kind === 'item' ? nothing : { label: t.noOwn, help: t.noOwnAbout }
    if (state.level === 'none') return nothing
    const level = levels[state.level]
    if (state.from_name === '' || (state.from_kind === kind && state.from_id === subject_id))
      return { label: state.source === 'team' ? t.aboveTeam(state.team_name) : t.because(reasonOf(state)), help: level }
    const above = { item: t.above, catalog: t.aboveCatalog, page: t.abovePage, thread: t.abovePage, '': t.above }[state.from_kind]
    const isNamed = state.team_name || state.source === 'steward'
    return { label: above(state.from_name), help: isNamed ? `${level} · ${reasonOf(state)}` : level }
  }
}

/** Who watches the place, for managers. */
function People({ kind, subject_id }: Place) {
  const t = useWords(watchPlaceWords)
  const levels = useWords(watchWords)
  const { data, error } = useQuery({ ...read(api.watch.people, { kind, subject_id }), refetchOnMount: 'always' })
  if (error) return <p className="line-note bad">{t.peopleFailed}</p>
  if (!data) return <Skeleton lines={2} />
  return (
    <ul className="watch-people">
      {data.map((person) => (
        <li key={person.uid}>
          <span>
            <Person {...person} />
          </span>
          <span className="muted">{levels[person.level]}</span>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  place: Place
  state: State
  manages: boolean
}

/** The levels as radio buttons, saved at once; below them why something counts, and how many people watch. */
export function Choices({ place, state, manages }: Props) {
  const t = useWords(watchPlaceWords)
  const ui = useWords(uiWords)
  const levels = useWords(watchWords)
  const without = useWithout()
  const [showsPeople, setShowsPeople] = useState(false)
  const [chosen, setChosen] = useState<Choice>()
  const { kind, subject_id } = place
  const set = useSend(api.watch.set, { queue: 'watch', onFailed: () => setChosen(undefined), onDone: () => setChosen(undefined) })
  const choose = (level: Choice) => {
    setChosen(level)
    void set.send({ kind, subject_id, level })
  }
  const options: RadioOption<Choice>[] = [
    { value: 'all', label: levels.all, help: t.allAbout },
    { value: 'changes', label: levels.changes, help: t.changesAbout },
    { value: 'muted', label: t.muted, help: t.mutedAbout },
    { value: 'none', ...without(state, place) },
  ]
  const watchers = state.watchers === null ? undefined : Number(state.watchers)
  return (
    <>
      <Radios
        label={place.name ? t.of(place.name) : t.watch}
        isLabelHidden
        stacked
        options={options}
        value={chosen ?? state.own_level}
        onChange={choose}
      />
      <div className="watch-saved" role="status">
        {set.error && <span className="watch-wrong">{`${t.notSaved}: ${set.error.message}`}</span>}
        {!set.error && set.busy && <span className="muted">{ui.saving}</span>}
        {!set.error && !set.busy && set.isDone && <SavedMark>{ui.saved}</SavedMark>}
        {watchers !== undefined && <span>{t.watchers(watchers)}</span>}
        {watchers !== undefined && watchers > 0 && manages && !showsPeople && (
          <button type="button" className="watch-link" onClick={() => setShowsPeople(true)}>
            {t.who}
          </button>
        )}
      </div>
      {showsPeople && <People {...place} />}
    </>
  )
}
