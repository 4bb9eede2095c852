import type { Answer } from '@sheaf/contract/client'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useSend } from '../../ui/send.ts'
import { waitingWords } from '../source.words.ts'
import { NewPlace } from './new-place.tsx'

type Word = Answer<'source', 'result'>['words'][number]
type Choice = 'ours' | 'theirs' | 'both' | 'drop'

const texts = { ours: 'keep', theirs: 'theirs', both: 'both', drop: 'drop' } as const

const choicesOf = ({ state }: Word): Choice[] => (state === 'moved_on' ? ['ours', 'theirs', 'both'] : ['drop'])

function Side({ title, text }: { title: string; text: string }) {
  const t = useWords(waitingWords)
  return (
    <div>
      <h3>{title}</h3>
      <p>{text || <span className="muted">{t.nothing}</span>}</p>
    </div>
  )
}

interface WaitingProps {
  word: Word
  item_id: string
  isBusy: boolean
  onChoose: (choice: Choice | 'move', to?: string) => void
}

function Waiting({ word, item_id, isBusy, onChoose }: WaitingProps) {
  const t = useWords(waitingWords)
  const { page_id, page_title, path, state, words, base, now } = word
  const isMoved = state === 'moved_on'
  return (
    <li>
      <p className="src-word-head">
        <Link to={paths.page({ item_id, item_domain: '' }, page_id)}>{page_title}</Link> <span className="mono">{path}</span>
        <span className="muted">{isMoved ? t.movedOn : state === 'adopted' ? t.adopted : t.homeless}</span>
      </p>
      <div className="src-sides">
        <Side title={t.ours} text={words} />
        {isMoved && <Side title={t.before} text={base} />}
        {state !== 'homeless' && <Side title={t.now} text={now} />}
      </div>
      <div className="row">
        <NewPlace {...word} isBusy={isBusy} onMove={(to) => onChoose('move', to)} />
        {choicesOf(word).map((choice) => (
          <button
            key={choice}
            type="button"
            className="btn small"
            disabled={isBusy}
            aria-label={t.about(t[texts[choice]], page_title, path)}
            onClick={() => onChoose(choice)}
          >
            {t[texts[choice]]}
          </button>
        ))}
      </div>
    </li>
  )
}

/** Words of people whose place in the source has changed, with what they said, what the source said then, and what it says now. */
export function WordsWaiting({ source_id, item_id, words }: { source_id: string; item_id: string; words: Word[] }) {
  const t = useWords(waitingWords)
  const decide = useSend(api.source.decide, { failed: true, done: t.done })
  if (words.length === 0) return null
  const choose = ({ page_id, path, mode }: Word, choice: Choice | 'move', to?: string) =>
    decide.send({ source_id, words: JSON.stringify([{ page_id: Number(page_id), path, mode, choice, to }]) })
  return (
    <section className="src-part" aria-labelledby="src-words">
      <h2 id="src-words">
        {t.title} <span className="muted">{words.length}</span>
      </h2>
      <p className="src-help">{t.help}</p>
      <ul className="src-words">
        {words.map((word) => (
          <Waiting
            key={`${word.page_id} ${word.mode} ${word.path}`}
            word={word}
            item_id={item_id}
            isBusy={decide.busy}
            onChoose={(choice, to) => void choose(word, choice, to)}
          />
        ))}
      </ul>
    </section>
  )
}
