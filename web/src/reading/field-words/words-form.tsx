import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { api, isError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Unsaved } from '../../ui/frame/leave-question.tsx'
import { useSend } from '../../ui/send.ts'
import { fieldWords } from './field-words.words.ts'
import { nameOf, type Word } from './places.ts'

type Mode = 'replace' | 'add'

interface Props {
  page_id: string
  /** The version of the page that the words are from. */
  version: string
  path: string
  /** The words of people at this place: in place of those of the source, below them, both or none. */
  words: Word[]
  /** Whether the source describes this place. */
  isDescribed: boolean
  /** Reads the words of the page again. */
  /** The schema that has the field, if its page can have the words; the words go there if `isShared`. */
  schema: string
  isShared: boolean
  /** What was typed before another place for the words was chosen. */
  draft: string
  onShare: (isShared: boolean, draft: string) => void
  onRead: () => Promise<{ version: string; words: Word[] } | undefined>
  onClose: () => void
}

const textAndMode = ({ mode, words }: Word) => [mode, words]
const textOf = (words: Word[], mode: Mode) => words.find((word) => word.mode === mode)?.words ?? ''

/** The text of the source where users wrote a description, and the state of that description. */
function SourceText({ word }: { word: Word }) {
  const t = useWords(fieldWords)
  return (
    <div className="fw-source">
      {word.state === 'moved_on' && <p className="fw-moved">{t.moved}</p>}
      {word.state === 'adopted' && <p>{t.adopted}</p>}
      <p>
        {word.now ? t.says : t.saysNothing} {word.now && <span>{word.now}</span>}
      </p>
    </div>
  )
}

/** Writes words about one place of a call, in place. */
export function WordsForm({ page_id, version, path, words, isDescribed, schema, isShared, draft, onShare, onRead, onClose }: Props) {
  const t = useWords(fieldWords)
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [first] = words
  const [began] = useState({ words, mode: (first?.mode ?? (isDescribed ? 'add' : 'replace')) as Mode })
  const [mode, setMode] = useState(began.mode)
  const [text, setText] = useState(textOf(words, began.mode) || draft)
  const [newer, setNewer] = useState<{ version: string; words: Word[] }>()
  const { send, busy, error } = useSend(api.source.saveWords, {
    done: (_, { words: given }) => (given ? t.saved : t.removed),
    onDone: onClose,
  })

  useEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [])

  const current = newer?.words ?? words
  const choose = (next: Mode) => {
    if (text === textOf(began.words, mode) && textOf(began.words, next)) setText(textOf(began.words, next))
    setMode(next)
  }
  const request = (base_version: string, given: string) => {
    const written = current.find((word) => word.mode === mode) ?? current[0]
    return send({
      page_id,
      path: written?.path ?? path,
      mode,
      words: given,
      base_version,
      alone: words.length < 2,
      schema: isShared ? schema : '',
    })
  }
  /** If only other places of the page were changed in the meantime, the words belong to its newer version just as well. */
  const save = async (given: string) => {
    try {
      await request(newer?.version ?? version, given)
    } catch (problem) {
      const read = isError(problem, 'versionOutdated') ? await onRead() : undefined
      if (!read) return
      if (JSON.stringify(read.words.map(textAndMode)) === JSON.stringify(current.map(textAndMode)))
        await request(read.version, given).catch(() => {})
      else setNewer(read)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) void save(text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const names = { add: t.add, replace: t.replace }
  return (
    <form
      className="fw-form"
      aria-label={t.text(nameOf(path, t))}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void save(text)
      }}
    >
      {schema && (
        <fieldset className="fw-where">
          <legend>{t.scope}</legend>
          {[false, true].map((one) => (
            <label key={String(one)}>
              <input
                type="radio"
                name={`${id}-scope`}
                checked={one === isShared}
                onChange={() => onShare(one, text === textOf(words, mode) ? '' : text)}
              />
              <span>{one ? t.everywhere(schema) : t.here}</span>
            </label>
          ))}
        </fieldset>
      )}
      {first && <SourceText word={first} />}
      <div className="fw-box">
        <textarea
          ref={area}
          className="grows"
          rows={2}
          maxLength={64_000}
          aria-label={t.text(nameOf(path, t))}
          aria-describedby={`${id}-help`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="fw-foot">
          <fieldset className="seg" aria-label={t.where}>
            {(['add', 'replace'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={mode === one} onClick={() => choose(one)}>
                {names[one]}
              </button>
            ))}
          </fieldset>
          {textOf(words, mode) && (
            <button type="button" className="btn small quiet" disabled={busy} onClick={() => void save('')}>
              {t.remove}
            </button>
          )}
          <span className="fw-end">
            <button type="button" className="btn small quiet" onClick={onClose}>
              {t.cancel}
            </button>
            <button type="submit" className="btn small primary" disabled={busy || !text.trim()}>
              {busy ? t.saving : t.save}
            </button>
          </span>
        </div>
      </div>
      <p className="fw-help" id={`${id}-help`}>
        {t.help}
      </p>
      {error && (
        <p className="fw-error" role="alert">
          {error.message} {newer && (textOf(newer.words, mode) ? t.theirs : t.theirsNone)}
        </p>
      )}
      {newer && textOf(newer.words, mode) && <p className="fw-theirs">{textOf(newer.words, mode)}</p>}
      <Unsaved when={text.trim() !== textOf(words, began.mode).trim() && !busy} />
    </form>
  )
}
